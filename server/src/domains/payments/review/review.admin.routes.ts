import type { desk } from '@chaveiro/contracts/admin/desk'

import type { App } from '../../../platform/app.ts'
import { fail, invalid } from '../../../platform/errors.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { fromDecimal } from '../../../platform/text/money.ts'
import { actorOf } from '../../audit/audit.service.ts'
import { trailView } from '../../audit/audit.views.ts'
import { defendPayment } from '../disputes/defence.service.ts'
import { evidenceOf } from '../disputes/evidence.views.ts'
import { infractionsOf } from '../disputes/infractions.service.ts'
import { refundPayment } from '../refunds/refund.admin.service.ts'
import { unmatchedDeposits } from '../settlement/deposits.service.ts'
import { paymentInFull } from '../state/payment-in-full.queries.ts'
import { noteOf, remarkOf } from '../state/remarks.rules.ts'
import { confirmByHand } from './by-hand.admin.service.ts'
import { countDesk, deskPage, deskRowById, unmatchedPage } from './review.admin.queries.ts'
import {
  acceptPayment,
  closeDeposit,
  deliverPayment,
  matchDeposit,
  notePayment,
  releasePayment,
} from './review.admin.service.ts'
import { deskView, depositView, infractionView } from './review.admin.views.ts'

/** Back-office calls of the payment review. */
export const deskAdmin: Handlers<typeof desk> = {
  async list(app, { query }) {
    const [rows, total, open, unmatched] = await Promise.all([
      deskPage(app, query.state, query.kind, query),
      countDesk(app, query.state, query.kind),
      countDesk(app, 'open'),
      unmatchedDeposits(app),
    ])
    return { success: true as const, payments: rows.map(deskView), total, open, unmatched }
  },

  async deposits(app, { query }) {
    const [rows, total] = await Promise.all([unmatchedPage(app, query), unmatchedDeposits(app)])
    return { success: true as const, deposits: rows.map(depositView), total }
  },
  read: (app, { params }) => currentView(app, params.id),
  async accept(app, { params, body, ...by }) {
    await acceptPayment(app, params.id, actorOf(by), body.reason)
    return currentView(app, params.id)
  },
  async confirm(app, { params, body, ...by }) {
    await confirmByHand(app, params.id, actorOf(by), body)
    return currentView(app, params.id)
  },
  async deliver(app, { params, ...by }) {
    await deliverPayment(app, params.id, actorOf(by))
    return currentView(app, params.id)
  },

  async refund(app, { params, body: { reason, reference, amount, left }, ...by }) {
    if (amount !== undefined && left === undefined) throw invalid(['left'])

    await refundPayment(app, params.id, actorOf(by), {
      reason,
      reference: reference ?? null,
      share:
        amount === undefined
          ? undefined
          : {
              amountCents: fromDecimal(amount.toFixed(2)),
              leftCents: fromDecimal(left!.toFixed(2)),
            },
    })

    return currentView(app, params.id)
  },

  async release(app, { params, body, ...by }) {
    await releasePayment(app, params.id, actorOf(by), body.reason)
    return currentView(app, params.id)
  },
  async note(app, { params, body, ...by }) {
    await notePayment(app, params.id, actorOf(by), body.text)
    return currentView(app, params.id)
  },
  async defend(app, { params, body, ...by }) {
    await defendPayment(app, params.id, actorOf(by), body)
    return currentView(app, params.id)
  },
  evidence: (app, { params, caller, principal }) =>
    evidenceOf(app, params.id, caller.language, actorOf({ principal, caller })),
  async match(app, { params, body, ...by }) {
    await matchDeposit(app, params.id, actorOf(by), body)
    return { success: true as const }
  },

  async closeDeposit(app, { params, body, ...by }) {
    await closeDeposit(app, params.id, actorOf(by), {
      reason: body.reason,
      reference: body.reference ?? null,
    })
    return { success: true as const }
  },
}

async function currentView(app: App, id: string) {
  const [row, full, reports] = await Promise.all([
    deskRowById(app, id),
    paymentInFull(app, id),
    infractionsOf(app, id),
  ])

  if (!row || !full) throw fail('payment.not_found')

  return {
    success: true as const,
    payment: {
      ...deskView(row),
      remark: remarkOf(row.payment),
      note: noteOf(row.payment),
      timeline: full.trail.map((line) => trailView(line, row.payment.userId)),
      infractions: reports.map((report) => infractionView(report, app.clock.now())),
    },
  }
}
