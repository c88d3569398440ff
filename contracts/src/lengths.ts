// How many characters the fields of the back office's forms take: what the form lets in, the call
// does. Apart from limits.ts, which every visitor loads.
export const lengths = {
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
  noticeTitle: 200,
  noticeText: 4000,
  reason: 500,
  reference: 120,
  deskText: 2000,
  person: 120,
} as const
