// Apart from the calls, so that the browser's list needs no schemas.

/** Up to how many sold units of a product are counted; the list says of more that there are more. */
export const soldMost = 1000

/** Of how many days. */
export const soldDays = 30
