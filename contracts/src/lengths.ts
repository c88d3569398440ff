// Maximum characters in the back office's forms; form and call share them. Separate from limits.ts,
// which every visitor loads.
export const lengths = {
  variantName: 80,
  productName: 120,
  productDescription: 10_000,
  chatRole: 64,
  categoryName: 60,
  categoryDescription: 2000,
  picture: 2000,
  couponCode: 64,
  siteName: 80,
  siteDescription: 300,
  maintenanceMessage: 1000,
  email: 254,
  heroTitle: 80,
  heroLead: 300,
  barText: 160,
  pageTitle: 120,
  question: 200,
  answer: 2000,
  sellerName: 200,
  sellerAddress: 300,
  noticeTitle: 200,
  noticeText: 4000,
  reason: 500,
  reference: 120,
  deskText: 2000,
  person: 120,
  slug: 80,
  pictureText: 200,
  reviewText: 2000,
  reviewReply: 1000,
  reportReason: 300,
  blockedWords: 10_000,
} as const

/**
 * Maximum characters of a product page's texts in each language. Only English has its own name and
 * summary here.
 */
export const pageLengths = {
  name: lengths.productName,
  summary: lengths.productDescription,
  body: 20_000,
  requirements: 5000,
  includes: 5000,
  guide: 20_000,
  seoTitle: 70,
  seoDescription: 160,
} as const

/** Maximum of questions on the first page. */
export const mostQuestions = 20

/** Maximum of pages that staff may write, and characters of one in each language. */
export const sitePageLimits = { pages: 50, content: 100_000 } as const

/** Pictures of a gallery, and related products that staff may choose. */
export const pageLimits = { images: 10, related: 8 } as const
