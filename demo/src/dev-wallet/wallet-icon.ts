const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
  <rect width="96" height="96" rx="24" fill="#1f2a44"/>
  <path d="M26 38a8 8 0 0 1 8-8h32v10M26 38v22a8 8 0 0 0 8 8h34a4 4 0 0 0 4-4V44a4 4 0 0 0-4-4H30M72 50H62a5 5 0 0 0 0 10h10"
    fill="none" stroke="#9ee6c4" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>
</svg>`

/** The dev wallet's picture as EIP-6963 wants it: a square `data:` URI. */
export const WALLET_ICON_URI = `data:image/svg+xml,${encodeURIComponent(PICTURE)}`
