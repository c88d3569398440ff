/** A skip link: visible only with keyboard focus. */
export const skipClass =
  'sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 ' +
  'focus:rounded-md focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent'
