import { methodFilters, type transactions } from '@chaveiro/contracts/admin/transactions'
import type { Language } from '@chaveiro/contracts/limits'
import { staffMayMove } from '@chaveiro/contracts/states'

import type { App } from '../../../platform/app.ts'
import { fail, invalid } from '../../../platform/errors.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { csvFile, type Column } from '../../../platform/lists/csv.ts'
import { pagesOf } from '../../../platform/lists/pagination.ts'
import { toWire } from '../../../platform/text/money.ts'
import { storeDay } from '../../../platform/time/store-calendar.ts'
import { spanOf } from '../../../platform/time/store-ranges.ts'
import { ProviderUnknown } from '../../../ports/payments.ts'
import { actorOf } from '../../audit/audit.service.ts'
import { moneyBackColumns } from '../../books/money-back.queries.ts'
import { testColumn } from '../../books/test-money.queries.ts'
import { refundPayment } from '../refunds/refund.admin.service.ts'
import { confirmByHand } from '../review/by-hand.admin.service.ts'
import { settleNow } from '../settlement/settle.service.ts'
import { paymentInFull, type ListedPayment } from '../state/payment-in-full.queries.ts'
import { paymentById } from '../state/payments.queries.ts'
import {
  countByStatus,
  paymentsAfter,
  paymentsMatching,
  type Filters,
} from './transactions.admin.queries.ts'
import { statsView, transactionDetails, transactionView } from './transactions.admin.views.ts'

/** Back-office calls of transactions. */
export const transactionsAdmin: Handlers<typeof transactions> = {
  async list(app, { query, caller }) {
    const queryFilters = filtersOf(query)
    const { status: _, ...others } = queryFilters

    const [rows, statusCounts] = await Promise.all([
      paymentsMatching(app, queryFilters, query),
      countByStatus(app, others),
    ])

    const transactionFigures = statsView(statusCounts)
    const totalCount = statusCounts
      .filter(({ status }) => !queryFilters.status || status === queryFilters.status)
      .reduce((sum, { listed }) => sum + listed, 0)
    const pageFields = pagesOf(totalCount, query)

    return {
      success: true as const,
      data: {
        transactions: rows.map((row) => transactionView(app, row, caller.language)),
        pagination: {
          ...pageFields,
          page: query.page,
          limit: query.limit,
          total: totalCount,
          pages: pageFields.totalPages,
        },
        stats: transactionFigures,
      },
    }
  },

  async stats(app, { query }) {
    const { period, from, to } = query
    const storeToday = storeDay(app.config.timeZone, app.clock.now())
    const rangeName = period ?? (from || to ? 'own' : undefined)
    const chosenSpan = rangeName ? spanOf({ range: rangeName, from, to }, storeToday) : null
    const transactionFigures = statsView(await countByStatus(app, {}, chosenSpan))

    return { success: true as const, ...transactionFigures, data: transactionFigures }
  },

  async export(app, { query }) {
    const queryFilters = filtersOf(query)
    return csvFile('transactions', [...csvColumns, ...testColumn(app)], (last, limit) =>
      paymentsAfter(app, queryFilters, last, limit),
    )
  },

  async read(app, { params, caller }) {
    const transactionDetail = await detailsOf(app, params.id, caller.language)
    return { success: true as const, ...transactionDetail, data: transactionDetail }
  },

  async check(app, { params, caller }) {
    const payment = await paymentById(app, params.id)
    if (!payment) throw fail('payment.not_found')

    try {
      await settleNow(app, payment, 'desk')
    } catch (error) {
      if (error instanceof ProviderUnknown) throw fail('payment.not_answered')
      throw error
    }

    const transactionDetail = await detailsOf(app, params.id, caller.language)

    return { success: true as const, ...transactionDetail, data: transactionDetail }
  },

  async setStatus(app, { params, body, principal, caller }) {
    const payment = await paymentById(app, params.id)
    if (!payment) throw fail('payment.not_found')
    if (!staffMayMove('payment', payment.status, body.status))
      throw fail('state.illegal', { from: payment.status, to: body.status })

    const { reason, reference } = body
    const actor = actorOf({ principal, caller })

    if (body.status === 'refunded')
      await refundPayment(app, payment.id, actor, {
        reason: reason ?? '',
        reference: reference ?? null,
      })
    else {
      const missingFields = [...(reason ? [] : ['reason']), ...(reference ? [] : ['reference'])]
      if (!reason || !reference) throw invalid(missingFields)

      await confirmByHand(app, payment.id, actor, { reason, reference })
    }

    const transactionDetail = await detailsOf(app, payment.id, caller.language)

    return { success: true as const, transaction: transactionDetail, data: transactionDetail }
  },
}

type Query = {
  status?: Filters['status']
  paymentMethod?: keyof typeof methodFilters | undefined
  search?: string | undefined
  userId?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
}

const filtersOf = (query: Query): Filters => ({
  status: query.status,
  method: query.paymentMethod && methodFilters[query.paymentMethod],
  search: query.search,
  userId: query.userId,
  startDate: query.startDate,
  endDate: query.endDate,
})

async function detailsOf(app: App, id: string, language: Language) {
  const paymentRecord = await paymentInFull(app, id)
  if (!paymentRecord) throw fail('payment.not_found')

  return transactionDetails(app, paymentRecord, language)
}

const csvColumns: readonly Column<ListedPayment>[] = [
  ['paymentId', (row) => row.id],
  ['sessionId', (row) => row.providerReference],
  ['customerName', (row) => row.customerName],
  ['customerEmail', (row) => row.customerEmail],
  ['discordId', (row) => row.discordId],
  ['productName', (row) => row.productName],
  ['amount', (row) => toWire(row.amountCents)],
  ['originalAmount', (row) => toWire(row.originalCents)],
  ['discount', (row) => toWire(row.discountCents)],
  ['cupomCode', (row) => row.couponCode],
  ['currency', (row) => row.currency],
  ['paymentMethod', (row) => row.method],
  ['status', (row) => row.status],
  ['attention', (row) => row.reviewReason],
  ['keyGenerated', (row) => row.keyGenerated],
  ['refunded', (row) => row.refunded],
  ['createdAt', (row) => row.createdAt],
  ['updatedAt', (row) => row.updatedAt],
  ...moneyBackColumns,
]
