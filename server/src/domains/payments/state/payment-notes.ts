// Notes that the shop itself stores on a payment; staff read them, and some choose the buyer's text.

/** Money came late, when other buyers had used up the payment's coupon. */
export const couponSpent = 'coupon_spent'

/** The payment was failed because its buyer is being deleted. */
export const customerDeleted = 'customer deleted'

/** Late money gave its buyer more of a variant than one customer may have (L026). */
export const beyondLimit = 'customer_limit'
