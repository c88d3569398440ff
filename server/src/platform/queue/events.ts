/** An event that a domain publishes, with the id of its order, payment or ticket. */
export type ShopEvent = {
  kind:
    | 'order.sold'
    /** The order is paid, and staff must deliver a part of it. */
    | 'order.waiting'
    | 'payment.review'
    /** The customer wrote a message, in the shop or in the ticket's chat channel. */
    | 'ticket.message'
  id: string
}
