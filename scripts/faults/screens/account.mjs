// Faults in the login and the account.
import { account, fault } from './fault.mjs'

export const ofAccount = [
  fault(
    'a line of an own order shows the price of one',
    `${account}orders/order-lines.tsx`,
    ['{money(product.price * product.quantity, currency)}', '{money(product.price, currency)}'],
    'own-orders',
  ),
  fault(
    'a suspended licence of an own order is not named',
    `${account}orders/order-lines.tsx`,
    ["{productName}: {t('licence.suspended')}", "{t('licence.suspended')}"],
    'own-orders',
  ),
  fault(
    'the next page of the own orders cannot be turned to',
    `${account}orders/orders-page.tsx`,
    ['disabled={!hasNextPage}', 'disabled'],
    'own-orders',
  ),
  fault(
    'an own product says when it ends as when it was bought',
    `${account}products/owned-row.tsx`,
    ['date: date(product.purchaseDate)', "date: date(product.expirationDate ?? '')"],
    'own-products',
  ),
  fault(
    'a key stands open before anybody asks for it',
    `${account}shared/masked-key.tsx`,
    [
      'const [isShown, setIsShown] = useState(false)',
      'const [isShown, setIsShown] = useState(true)',
    ],
    'own-products',
  ),
  fault(
    'what was spent is a number without its currency',
    `${account}dashboard/dashboard-page.tsx`,
    ['reais(dashboard.totalPayments)', 'number(dashboard.totalPayments)'],
    'dashboard',
  ),
  fault(
    'the newest payments do not say how they were paid',
    `${account}dashboard/payments-dialog.tsx`,
    [
      "{payment.paymentMethod.name} · {date(payment.createdAt, 'moment')}",
      "{date(payment.createdAt, 'moment')}",
    ],
    'dashboard',
  ),
  fault(
    'why a session ended is not told at the login',
    `${account}sign/login-page.tsx`,
    ['{lost || t(', '{t('],
    'sign',
  ),
  fault(
    'a registration is sent without the terms',
    `${account}sign/register-page.tsx`,
    ['termsAccepted: form.terms,', 'termsAccepted: false,'],
    'sign',
  ),
  fault(
    'a review that waits, or is not shown, is told as published',
    `${account}reviews/own-review.tsx`,
    ['t(`state.${status}`)', "t('state.published')"],
    'own-reviews',
  ),
  fault(
    'a review that was refused is lost with its form',
    `${account}reviews/review-dialog.tsx`,
    ['if (!savedReview) return', 'if (!savedReview) return reset(emptyDraft)'],
    'own-reviews',
  ),
  fault(
    'a written review is sent as a new one',
    `${account}reviews/use-review-acts.ts`,
    ['isWritten ? ownApi.reviews.update : ownApi.reviews.create', 'ownApi.reviews.create'],
    'own-reviews',
  ),
  fault(
    'a guide is asked for before anybody opens it',
    'web/src/features/shared/guide.tsx',
    ['const [isOpen, setIsOpen] = useState(false)', 'const [isOpen, setIsOpen] = useState(true)'],
    'guide',
  ),
]
