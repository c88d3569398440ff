/** The remark on money that came for a payment whose coupon others had used up meanwhile. */
export const couponSpent = 'coupon_spent'

/** The remark on a payment that was ended because its buyer is being deleted. */
export const customerDeleted = 'customer deleted'

/** The remark on late money whose order gave its buyer more than one customer may have (L026). */
export const beyondLimit = 'customer_limit'
