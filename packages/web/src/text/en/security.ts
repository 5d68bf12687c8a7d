import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/security.ts';

export const words: Shape<typeof source> = {
  title: 'Account security',
  load: 'Couldn’t load account security',
  cancel: 'Cancel',
  close: 'Close',
  next: 'Next',
  done: 'Done',
  password: {
    title: 'Change password',
    forcedTitle: 'Set your own password',
    forced:
      'Your current password was set by someone else. Change it to continue. You’ll be signed out everywhere else.',
    others: 'You’ll be signed out everywhere else but stay signed in here.',
    old: 'Current password',
    new: 'New password',
    repeat: 'Confirm new password',
    hint: 'At least 8 characters, different from the old password and the account name',
    submit: 'Change',
    leave: 'Sign out',
  },
  factor: {
    what: 'Signing in also takes a code from your phone that changes every 30 s, so a stolen password isn’t enough.',
    demanded: 'Two-step sign-in is required. Set it up to continue.',
    begin: 'Turn on',
    prove: 'Verify it’s you',
    currentPassword: 'Current password',
    scan: 'Scan this with an authenticator app such as Google Authenticator or Microsoft Authenticator.',
    secret: 'No camera? Enter this secret',
    qr: 'Two-step sign-in QR code',
    code: '6-digit code',
    codeOrRecovery: '6-digit code or recovery code',
    confirm: 'Turn on',
    codesTitle: 'Save these 8 recovery codes',
    codes: 'If you don’t have your phone, use a recovery code instead. Each works once. They’re only shown now.',
    copy: 'Copy',
    copied: 'Copied',
    saved: 'I’ve saved them',
  },
  proof: {
    title: 'Verify it’s you',
    why: 'Required before transfers, password resets and key changes. Valid for ten minutes.',
    submit: 'Confirm',
  },
  agreement: {
    title: 'Terms of use',
    accept: 'Accept',
    leave: 'Decline and sign out',
    load: 'Couldn’t load the terms of use',
  },
};
