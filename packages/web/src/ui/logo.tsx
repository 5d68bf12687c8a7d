/** The patch cord: two round ends joined by a line. */
export const Logo = ({ size = 26 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 34 34" aria-hidden="true">
    <rect width="34" height="34" rx="8" fill="var(--brand)" />
    <path
      d="M10 23.500c9 0.800 5.500-11.500 14.500-13"
      fill="none"
      stroke="#fff"
      strokeWidth="2.8"
      strokeLinecap="round"
    />
    <circle cx="9.500" cy="23.500" r="3.600" fill="#fff" />
    <circle cx="24.500" cy="10.500" r="3.100" fill="var(--brand)" stroke="#fff" strokeWidth="2.400" />
  </svg>
);
