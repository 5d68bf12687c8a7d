import { type Kysely, sql } from 'kysely';

/** The market of plans (docs/market.md): what merchants sell, what of it is on the shelf, who took what, and how it was talked to. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(selling).execute(db);
  await sql.raw(taking).execute(db);
};

/** How something is sold, as its seller has written it, as it was handed in, and as it stands on the shelf. */
const about = `
      title text not null,
      trade text not null,
      description text not null,
      price_kind text not null check (price_kind in ('free', 'once', 'minute')),
      -- Yuan, once or a minute.
      price numeric(9, 2) not null check (price >= 0 and (price = 0) = (price_kind = 'free')),
      access text not null check (access in ('open', 'closed'))`;

const selling = `
    create table product (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      plan_id bigint not null,
      ${about},
      -- The platform's own, by its name in the release; null: a merchant's.
      slug text,
      -- Why the platform sent it back or took it down, the last time.
      reason text not null default '',
      -- What waits or was sent back last is one of its versions; none: nothing was handed in since the last verdict.
      state text not null default 'draft' check (state in ('draft', 'waiting', 'onShelf', 'sentBack', 'withdrawn', 'takenDown')),
      -- Yuan that came in, as it is paid out.
      income numeric(16, 4) not null default 0,
      changed_at timestamptz not null default now(),
      primary key (merchant_id, id),
      foreign key (merchant_id, plan_id) references plan (merchant_id, id)
    );
    create unique index product_plan on product (merchant_id, plan_id);
    create unique index product_slug on product (merchant_id, slug) where slug is not null;

    create table product_version (
      merchant_id bigint not null references merchant,
      product_id bigint not null,
      -- Of the plan.
      version int not null,
      ${about},
      note text not null,
      -- Of the platform's own, what tells one release's from another's.
      mark text not null default '',
      state text not null check (state in ('waiting', 'shelved', 'sentBack', 'withdrawn')),
      submitted_at timestamptz not null,
      submitted_by bigint,
      reviewed_at timestamptz,
      -- Packed and signed by its seller.
      package bytea not null,
      signed_by text not null,
      -- Its graph as it was published, words of libraries in it.
      graph jsonb not null,
      nodes int not null,
      passed int not null,
      opening text not null,
      -- All that it says, for who reviews it.
      said jsonb not null,
      -- What the shelf shows beside: kinds, picture, collects, fills, sample.
      shown jsonb not null,
      primary key (merchant_id, product_id, version),
      foreign key (merchant_id, product_id) references product (merchant_id, id)
    );
    create index product_version_waits on product_version (submitted_at, product_id) where state = 'waiting';

    -- What everybody sees: one row a product, of the version that is on the shelf; down: who has it keeps it.
    create table product_shelf (
      merchant_id bigint not null references merchant,
      product_id bigint not null,
      version int not null,
      ${about},
      nodes int not null,
      published_at timestamptz not null,
      down_at timestamptz,
      taken int not null default 0,
      -- Of all that call with it (docs/decisions/0130); null: too few.
      rating jsonb,
      rated double precision not null default 0,
      primary key (merchant_id, product_id),
      foreign key (merchant_id, product_id, version) references product_version (merchant_id, product_id, version)
    );
    -- Products are found by their own id across merchants.
    create unique index product_shelf_id on product_shelf (product_id);
    create index product_shelf_newest on product_shelf (published_at desc, product_id desc) where down_at is null;
    create index product_shelf_trade on product_shelf (trade, published_at desc, product_id desc) where down_at is null;
    create index product_shelf_rated on product_shelf (rated desc, product_id desc) where down_at is null;
    create index product_shelf_taken on product_shelf (taken desc, product_id desc) where down_at is null;
    create index product_shelf_said on product_shelf using gin (own_pairs(0, title || ' ' || description)) where down_at is null;
    create index product_shelf_price on product_shelf (price, product_id) where down_at is null;`;

const taking = `
    create table taken_plan (
      -- Who took it.
      merchant_id bigint not null references merchant,
      product_id bigint not null,
      seller_id bigint not null,
      plan_id bigint not null,
      -- The version it was taken as, or upgraded to.
      version int not null,
      access text not null check (access in ('open', 'closed')),
      price_kind text not null check (price_kind in ('free', 'once', 'minute')),
      -- As it was when it was taken: what it costs from then on.
      price numeric(9, 2) not null,
      -- What the platform keeps of it, in percent.
      share_percent numeric(5, 2) not null,
      paid numeric(9, 2) not null default 0,
      request_id text not null,
      taken_at timestamptz not null,
      taken_by bigint not null,
      given_back_at timestamptz,
      primary key (merchant_id, product_id),
      foreign key (merchant_id, plan_id) references plan (merchant_id, id)
    );
    create unique index taken_plan_plan on taken_plan (merchant_id, plan_id) where given_back_at is null;
    create index taken_plan_of on taken_plan (product_id) where given_back_at is null;
    -- By the minute: what a call is placed with.
    create function plan_price(merchant bigint, plan bigint) returns float8 language sql stable as $$
      select coalesce((select (price * 10000)::float8 from taken_plan
        where merchant_id = $1 and plan_id = $2 and price_kind = 'minute' and given_back_at is null), 0)
    $$;
    -- Rates of a call whose plan is another than its task's own.
    create function plan_rates(rates jsonb, merchant bigint, plan bigint) returns jsonb language sql stable as $$
      select case when plan_price($2, $3) = 0 then nullif(rates, 'null') - 'plan'
        else coalesce(nullif(rates, 'null'), '{"recognition": 0, "synthesis": 0, "model": 0, "hosts": [], "hold": 0}')
          || jsonb_build_object('plan', plan_price($2, $3)) end
    $$;

    -- Moves of talks with plans that were not taken, by one merchant in a day of its own.
    create table market_turn (
      merchant_id bigint not null references merchant,
      day date not null,
      turns int not null,
      primary key (merchant_id, day)
    );

    -- The talk that somebody was in last: what of it is said again costs nothing.
    create table market_talk (
      merchant_id bigint not null references merchant,
      employee_id bigint not null,
      product_id bigint not null,
      moves jsonb not null,
      primary key (merchant_id, employee_id)
    );

    create table market_opinion (
      merchant_id bigint not null references merchant,
      product_id bigint not null,
      id bigint generated always as identity,
      text text not null,
      at timestamptz not null default now(),
      primary key (merchant_id, product_id)
    );
    create index market_opinion_of on market_opinion (product_id, id desc);`;
