import { useQuery } from '@tanstack/react-query'
import {
  BadgeCheck,
  HandCoins,
  LifeBuoy,
  ListChecks,
  MessageSquareQuote,
  PackageCheck,
  Warehouse,
  type LucideIcon,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { paths } from '../../../routing/paths.ts'
import type { StockProduct } from '../shared/rows.ts'
import { useWaitingCounts } from '../shell/use-waiting-counts.ts'

/** One kind of pending work: how much there is, the first of it, and the act that begins it. */
export type Need = {
  count: number
  text: string
  line?: string | undefined
  act: string
  to: string
  Icon: LucideIcon
  bad?: boolean
}

const shownNames = 2

function useLowProducts() {
  const { t } = useTranslation('admin')
  const stockQuery = useQuery(ask(adminApi.stock.products, {}))
  const lowProducts = (stockQuery.data?.products ?? []).filter(({ lowSince }) => lowSince !== null)
  const names = lowProducts
    .slice(0, shownNames)
    .map(({ name }) => name)
    .join(', ')
  const moreCount = lowProducts.length - shownNames

  return {
    stockQuery,
    lowProducts,
    line: moreCount > 0 ? t('today.more', { names, count: moreCount }) : names,
  }
}

/** The form that adds keys to a single product; the stock alerts when there are several. */
function restockPath([first, ...others]: readonly StockProduct[]): string {
  if (!first || others.length > 0) return paths.adminSection('stock', { tab: 'watch' })

  return paths.adminSection('stock', { new: '1', productId: first.productId, variantId: first.id })
}

/** Pending work by kind, the money first. `failed` are the queries that did not load. */
export function useNeeds() {
  const { t } = useTranslation('admin')
  const waiting = useWaitingCounts()
  // The menu repeats these two calls.
  const ticketsQuery = useQuery(ask(adminApi.tickets.stats, {}))
  const reviewsQuery = useQuery(ask(adminApi.reviews.list, { query: { limit: 1 } }))
  const { stockQuery, lowProducts, line: lowLine } = useLowProducts()
  const { firstCase, firstUnit } = waiting
  const openTickets = ticketsQuery.data?.openTickets ?? 0
  const pendingReviews = reviewsQuery.data?.waiting ?? 0

  const needs: readonly Need[] = [
    {
      count: waiting.onDesk,
      text: t('shell.deskOpen', { count: waiting.onDesk }),
      line: firstCase && `${firstCase.orderNumber} · ${firstCase.customer.name}`,
      act: t('today.review'),
      to: paths.adminSection('desk'),
      Icon: HandCoins,
    },
    {
      count: waiting.byHand,
      text: t('shell.deliveriesOpen', { count: waiting.byHand }),
      line: firstUnit && `${firstUnit.product.name} · ${firstUnit.customer.name}`,
      act: t('today.deliver'),
      to: paths.adminSection('deliveries'),
      Icon: PackageCheck,
    },
    {
      count: openTickets,
      text: t('shell.ticketsOpen', { count: openTickets }),
      act: t('today.reply'),
      to: paths.adminSection('tickets', { view: 'inbox' }),
      Icon: LifeBuoy,
    },
    {
      count: lowProducts.length,
      text: t('today.low', { count: lowProducts.length }),
      line: lowLine,
      act: t('today.restock'),
      to: restockPath(lowProducts),
      Icon: Warehouse,
    },
    {
      count: pendingReviews,
      text: t('shell.reviewsWaiting', { count: pendingReviews }),
      act: t('today.read'),
      to: paths.adminSection('reviews', { status: 'pending' }),
      Icon: MessageSquareQuote,
    },
    {
      count: waiting.refused,
      text: t('shell.rolesFailed', { count: waiting.refused }),
      act: t('today.see'),
      to: paths.adminSection('discord', { state: 'failed' }),
      Icon: BadgeCheck,
    },
    {
      count: waiting.dead,
      text: t('shell.jobsDead', { count: waiting.dead }),
      act: t('today.see'),
      to: paths.adminSection('jobs', { state: 'dead' }),
      Icon: ListChecks,
      bad: true,
    },
  ]

  const queries = [...waiting.queries, ticketsQuery, reviewsQuery, stockQuery]

  return {
    needs: needs.filter(({ count }) => count > 0),
    isLoading: queries.some(({ isLoading }) => isLoading),
    failed: queries.filter(({ isError }) => isError),
  }
}
