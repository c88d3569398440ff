import { KeyRound, Package, ReceiptText, User } from 'lucide-react'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { money } from '../../../i18n/format.ts'
import { texts } from '../../../i18n/i18n.ts'
import { goTo } from '../../../routing/navigation.ts'
import { paths } from '../../../routing/paths.ts'
import { detailPath } from '../components/detail-page.tsx'
import type { PaletteSource } from '../components/palette.tsx'

const limit = 4
const group = (key: 'users' | 'orders' | 'products' | 'keys') => texts.t(`admin:palette.${key}`)

const users: PaletteSource = async (search, signal) =>
  (await call(adminApi.users.list, { query: { search, limit } }, { signal })).data.map((user) => ({
    id: user.id,
    group: group('users'),
    label: user.name,
    hint: user.email,
    icon: <User aria-hidden />,
    run: () => void goTo(paths.adminSection('users', { search: user.email })),
  }))

const orders: PaletteSource = async (search, signal) =>
  (await call(adminApi.orders.list, { query: { search, limit } }, { signal })).orders.map(
    (order) => ({
      id: order.id,
      group: group('orders'),
      label: order.orderNumber,
      hint: `${order.customer.name} · ${money(order.totalAmount, order.currency)}`,
      icon: <ReceiptText aria-hidden />,
      run: () => void goTo(detailPath('orders', order.id)),
    }),
  )

const products: PaletteSource = async (search, signal) =>
  (await call(adminApi.products.list, { query: { search, limit } }, { signal })).products.map(
    (product) => ({
      id: product.id,
      group: group('products'),
      label: product.name,
      hint: money(product.price, product.currency),
      icon: <Package aria-hidden />,
      run: () => void goTo(paths.adminSection('products', { search: product.name })),
    }),
  )

/**
 * A key by its end, a block of it or as a whole; the palette shows its last four characters only.
 */
const keys: PaletteSource = async (search, signal) =>
  (await call(adminApi.stock.list, { query: { search, limit } }, { signal })).licenses.map(
    (key) => ({
      id: key.id,
      group: group('keys'),
      label: key.maskedKey,
      hint: key.product?.name ?? '',
      icon: <KeyRound aria-hidden />,
      run: () => void goTo(paths.adminSection('stock', { search })),
    }),
  )

/**
 * What the palette looks up as one types: people, orders, goods and keys by the lists' own search
 * (Q35).
 */
export const sources: readonly PaletteSource[] = [users, orders, products, keys]
