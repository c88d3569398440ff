/** Whether an address searches the shop, so that results replace the front. */
export const isSearch = (address: URLSearchParams): boolean =>
  ['q', 'category', 'sort', 'stock'].some((name) => address.get(name)?.trim())
