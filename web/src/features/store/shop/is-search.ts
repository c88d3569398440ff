/** Whether an address of the shop asks for something, so that its front is not what is shown. */
export const isSearch = (address: URLSearchParams): boolean =>
  ['q', 'category', 'sort', 'stock'].some((name) => address.get(name)?.trim())
