/** The audit entries of an act of staff, or the reason why it writes none. */
type ActLines = readonly string[] | string

const plan = 'compareAtCents endsAt planId priceCents startsAt variantId'

// Each line, written by hand, is an audit entry: actor, action, target and the names of its
// details. A target is the name of an id in the sample, `new` for an id in the answer, or a literal
// word. The calls of a group share one sample and run in this order.
export const staffActs: readonly Record<string, ActLines>[] = [
  {
    'notifications.send': ['staff notification.sent notification:new (status title type)'],
    'admin.notifications.send': ['staff notification.sent notification:new (status title type)'],
    'admin.notifications.setStatus': [
      'staff notification.status notification:notificationId (from to)',
    ],
    'notifications.remove': [
      'staff notification.deleted notification:notificationId (author title)',
    ],
    'admin.customers.note': ['staff user.noted user:userId (note)'],
    'admin.customers.removeNote': ['staff user.note_removed user:userId (note)'],
    'admin.customers.endSessions': ['staff user.logged_out user:userId (sessions)'],
    // The audit log stores only the first letter of a name, so before and after are equal.
    'admin.users.update': ['staff user.updated user:userId (after before =name)'],
    'admin.users.resetTwoFactor': ['staff two_factor.reset user:userId'],
    'admin.products.create': ['staff product.created product:new (after)'],
    'admin.products.update': ['staff product.updated product:productId (after before)'],
    'admin.products.status': ['staff product.updated product:productId (after before)'],
    'admin.products.toggle': ['staff product.updated product:productId (after before)'],
    'admin.products.upload': ['staff upload.created upload:new (bytes height width)'],
    'admin.productPages.update': ['staff product.page_updated product:productId (after before)'],
    'admin.productPages.preview': 'draws a text and keeps nothing',
    'admin.variants.order': ['staff product.variants_ordered product:productId (after before)'],
    'admin.variants.update': [
      'staff product.variant_updated product:productId (after before variantId)',
    ],
    'admin.variants.create': ['staff product.variant_created product:productId (after variantId)'],
    'admin.prices.cancel': [`staff product.price_plan_cancelled product:productId (${plan})`],
    'admin.prices.plan': [`staff product.price_planned product:productId (${plan})`],
    'admin.variants.remove': ['staff product.variant_deleted product:productId (before variantId)'],
    'admin.categories.create': ['staff category.created category:new (after)'],
    'admin.categories.update': ['staff category.updated category:categoryId (after before)'],
    'admin.categories.remove': [
      'staff category.deleted category:categoryId (before movedProducts)',
    ],
    'admin.stock.threshold': ['staff stock.threshold product:productId (after before)'],
    'admin.stock.add': ['staff stock.added product:productId (added skipped)'],
    'admin.stock.reveal': ['staff stock.revealed stock:keyId (productId)'],
    'admin.stock.status': ['staff stock.status stock:keyId (after before)'],
    'admin.coupons.create': ['staff coupon.created coupon:new (after)'],
    'admin.coupons.update': ['staff coupon.updated coupon:spareCouponId (after before)'],
    'admin.coupons.bulkActive': ['staff coupon.updated coupon:spareCouponId (after before)'],
    'admin.coupons.toggle': ['staff coupon.updated coupon:spareCouponId (after before)'],
    'admin.coupons.remove': ['staff coupon.deleted coupon:spareCouponId (before)'],
    'admin.carts.setStatus': ['staff cart.status cart:spareCartId (after before)'],
    'admin.carts.remove': ['staff cart.deleted cart:spareCartId (before)'],
    'admin.orders.create': [
      'staff order.given order:new (currency customer product quantity reason totalCents)',
    ],
    'admin.orders.resend': ['staff order.receipt_resent order:paidOrderId'],
    'admin.orders.remove': ['staff order.deleted order:cancelledOrderId (before)'],
    'admin.licences.reveal': ['staff licence.revealed licence:licenceId (orderId)'],
    'admin.licences.status': ['staff licence.status licence:licenceId (after before)'],
    'admin.deliveries.deliver': [
      'staff order.served order:unitOrderId (delivered product provider source unitId)',
    ],
    'admin.deliveries.retry': ['staff delivery.retried order:mintedOrderId (unitId)'],
  },
  {
    'admin.tickets.create': ['staff ticket.opened ticket:new (after messages)'],
    'admin.tickets.update': ['staff ticket.changed ticket:ticketId (after before)'],
    'admin.tickets.setStatus': ['staff ticket.reopened ticket:ticketId (after before)'],
    'admin.tickets.answer': ['staff ticket.answered ticket:openTicketId (ticketId)'],
    'admin.tickets.openTranscript': 'gives a file for a moment',
    'admin.supportDesk.assign': [
      'staff ticket.assigned ticket:openTicketId (after before ticketId)',
    ],
    'admin.supportDesk.note': ['staff ticket.noted ticket:openTicketId (ticketId)'],
    'admin.supportDesk.seen': 'remembers what staff have read',
    'admin.supportDesk.createReply': ['staff reply.created reply:new (after)'],
    'admin.supportDesk.updateReply': ['staff reply.changed reply:savedReplyId (after before)'],
    'admin.supportDesk.removeReply': ['staff reply.deleted reply:savedReplyId (before)'],
    'admin.push.keep': 'a device of their own',
    'admin.push.drop': 'a device of their own',
    'admin.security.ban': ['staff ban.created ban:new (after)'],
    'admin.security.removeBan': ['staff ban.removed ban:banId (before)'],
    'admin.settings.save': ['staff settings.saved settings:site (after before)'],
    'admin.settings.reset': ['staff settings.reset settings:site (after before)'],
    'admin.preview.home': 'draws a page and keeps nothing',
    'admin.sitePages.create': ['staff page.created page:new (after)'],
    'admin.sitePages.update': ['staff page.updated page:sitePageId (after before)'],
    'admin.sitePages.order': ['staff page.ordered page:order (after before)'],
    'admin.sitePages.preview': 'draws a text and keeps nothing',
    'admin.sitePages.remove': ['staff page.deleted page:sitePageId (before)'],
    'admin.announcements.create': ['staff announcement.created announcement:new (after)'],
    'admin.announcements.update': [
      'staff announcement.updated announcement:announcementId (after before)',
    ],
    'admin.announcements.remove': [
      'staff announcement.deleted announcement:announcementId (before)',
    ],
    'admin.providers.try': ['staff provider.tried provider:mail (fields tried)'],
    'admin.providers.save': ['staff provider.saved provider:mail (fields tried)'],
    'admin.providers.remove': ['staff provider.removed provider:mail (openPayments)'],
    'admin.savedViews.create': ['staff view.saved view:new (section)'],
    'admin.savedViews.update': ['staff view.changed view:savedViewId (section)'],
    'admin.savedViews.remove': ['staff view.removed view:savedViewId (section)'],
    'admin.roles.retry': ['staff role.retried user:roleHolderId (roleId wanted)'],
    'admin.reviews.reply': ['staff review.replied review:reviewId (after before)'],
    'admin.reviews.setStatus': ['staff review.rejected review:reviewId (after before)'],
    'admin.reviews.remove': ['staff review.deleted review:reviewId (before)'],
    'admin.jobs.retry': ['staff job.retried job:jobId (attempts error name state)'],
    'admin.stock.remove': ['staff stock.deleted stock:keyId (before)'],
    'admin.desk.note': ['staff payment.note payment:paymentId (note)'],
    'admin.desk.confirm': [
      'staff payment.confirmed_by_hand payment:paymentId (after before reason reference)',
      'shop payment.completed payment:paymentId (attention note orderId receivedCents source)',
    ],
    'admin.licences.replace': [
      'staff stock.status stock:licenceKeyId (after before replaced)',
      'staff licence.replaced licence:licenceId (after before orderId reason source)',
    ],
    'accounts.ban': ['staff user.banned user:userId (after before reason)'],
    'admin.users.unban': ['staff user.unbanned user:userId (after before)'],
  },
  {
    'admin.notifications.remove': [
      'staff notification.deleted notification:notificationId (author title)',
    ],
    'admin.jobs.discard': ['staff job.discarded job:jobId (attempts error name state)'],
    'admin.stock.bulkStatus': ['staff stock.status stock:keyId (after before)'],
    'admin.desk.accept': [
      'staff payment.accepted payment:shortPaymentId (after amountCents before reason receivedCents)',
      'shop payment.completed payment:shortPaymentId (attention note orderId receivedCents source)',
    ],
    'admin.desk.deliver': [
      'shop order.served order:waitingOrderId (delivered waiting)',
      'staff payment.delivered_by_hand payment:waitingPaymentId (delivered waiting)',
    ],
    'admin.desk.match': [
      'staff deposit.matched payment:cryptoPaymentId (amount coin deposit reason)',
      'shop payment.mismatch payment:cryptoPaymentId (note receivedCents source)',
    ],
    'admin.desk.release': [
      'shop payment.failed payment:paymentId (attention reason source)',
      'staff payment.released payment:paymentId (after before reason)',
    ],
    'admin.users.banMany': ['staff user.banned user:userId (after before reason)'],
    'admin.tickets.remove': ['staff ticket.deleted ticket:ticketId (before)'],
    'admin.products.bulkCategory': ['staff product.updated product:productId (after before)'],
    'admin.products.bulkStatus': ['staff product.updated product:productId (after before)'],
    'admin.prices.setMany': [
      'staff product.variant_updated product:productId (after before variantId)',
    ],
    'admin.products.remove': ['staff product.deleted product:productId (before)'],
  },
  {
    'admin.stock.bulkDelete': ['staff stock.deleted stock:keyId (before)'],
    'admin.transactions.check': 'asks the provider; what comes of it is the provider’s',
    'admin.transactions.setStatus': [
      'staff payment.confirmed_by_hand payment:paymentId (after before reason reference)',
      'shop payment.completed payment:paymentId (attention note orderId receivedCents source)',
    ],
    'admin.desk.defend': [
      'staff payment.defended payment:shortPaymentId (infractionId note)',
      'shop payment.defence_refused payment:shortPaymentId (infractionId reason)',
    ],
    'admin.desk.refund': [
      'staff payment.refund_requested payment:waitingPaymentId (after amountCents before reason reference)',
      'shop order.suspended order:waitingOrderId (licences reason source)',
      'shop payment.refunded payment:waitingPaymentId (after before licencesRevoked orderId orderRefunded)',
    ],
    'admin.desk.closeDeposit': [
      'staff deposit.released deposit:depositId (after amount before coin network reason reference)',
    ],
    'admin.licences.remove': ['staff licence.deleted licence:licenceId (before)'],
    'admin.users.ban': ['staff user.banned user:userId (after before reason)'],
  },
  {
    'admin.orders.setStatus': [
      'staff payment.refund_requested payment:paidPaymentId (after amountCents before reason reference)',
      'shop order.suspended order:paidOrderId (licences reason source)',
      'shop payment.refunded payment:paidPaymentId (after before licencesRevoked orderId orderRefunded)',
    ],
    'admin.users.role': ['staff user.role user:userId (after before)'],
  },
  {
    'admin.users.remove': [
      'shop payment.failed payment:paymentId (attention reason source)',
      'staff user.deleted user:userId (before)',
    ],
  },
]
