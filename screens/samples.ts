/** The pagination of a list with a single page. */
export const onePage = (totalItems: number) => ({
  currentPage: 1,
  totalPages: 1,
  totalItems,
  itemsPerPage: 10,
  hasNextPage: false,
  hasPrevPage: false,
})

/** An id as `id` and as `_id`; the number makes it unique. */
export const ids = (number: number) => {
  const id = `11111111-0000-4000-8000-${String(number).padStart(12, '0')}`
  return { id, _id: id }
}

/** The totals of a list with a single page. */
export const listed = (total: number) => ({ total, totalPages: 1 })

/** Prices of a product with a single variant. */
export const alone = (price: number) => ({
  price,
  priceFrom: price,
  priceTo: price,
  variantCount: 1,
  compareAtPrice: null,
})

/** The optional fields of a notification with ordinary values. */
export const plainNotice = {
  authorAvatar: null,
  authorId: 'author-8',
  status: 'sent' as const,
  priority: 'low' as const,
  attachments: [],
  embeds: [],
  tags: [],
  metadata: {},
}
