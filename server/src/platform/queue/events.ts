/** An event of a domain, with the id of its order, payment or ticket. */
export type ShopEvent = {
  kind:
    | 'order.sold'
    /** Paid, and staff must deliver a part of it. */
    | 'order.waiting'
    | 'payment.review'
    /** The customer wrote, in the shop or in its chat channel. */
    | 'ticket.message'
  id: string
}
