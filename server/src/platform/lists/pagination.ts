/** Page counts of a list. */
export function pagesOf(totalItems: number, { page, limit }: { page: number; limit: number }) {
  const totalPages = Math.max(1, Math.ceil(totalItems / limit))
  return {
    currentPage: page,
    totalPages,
    totalItems,
    itemsPerPage: limit,
    hasNextPage: page < totalPages,
    hasPrevPage: page > 1,
  }
}
