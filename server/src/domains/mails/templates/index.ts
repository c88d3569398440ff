import { firstCode, loginCode, recovery, welcome } from './account.ts'
import { keyReplaced, licenceExpiring, stockBack } from './licence.ts'
import { paymentExpired, refund } from './order.ts'
import { chatLinked, twoFactorChanged } from './own-login.ts'
import {
  mailChanged,
  mailChangedByShop,
  newMailCode,
  passwordDropped,
  proofCode,
  removalCode,
} from './own-mail.ts'
import { receipt } from './receipt.ts'
import { reviewInvite, reviewReply } from './review.ts'
import { deliveryFailing, powerAct, shopAlert, stockLow } from './staff.ts'
import { ticketAnswer, ticketClosed, ticketNew } from './ticket.ts'
import { withdrawalAsked, withdrawalDeclined, withdrawalToStaff } from './withdrawal.ts'

/** All mails of the shop; the preview page lists them. */
export const templates = {
  welcome,
  recovery,
  loginCode,
  firstCode,
  proofCode,
  removalCode,
  newMailCode,
  mailChanged,
  mailChangedByShop,
  passwordDropped,
  chatLinked,
  twoFactorChanged,
  receipt,
  paymentExpired,
  refund,
  withdrawalAsked,
  withdrawalDeclined,
  keyReplaced,
  licenceExpiring,
  ticketClosed,
  ticketAnswer,
  ticketNew,
  stockBack,
  reviewInvite,
  reviewReply,
  stockLow,
  deliveryFailing,
  withdrawalToStaff,
  powerAct,
  shopAlert,
}

export type TemplateName = keyof typeof templates
export type ValuesOf<N extends TemplateName> = (typeof templates)[N]['sample']
