import { cartStatuses, type CartStatus } from '@chaveiro/contracts/states'
import { ShoppingCart, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { money, number } from '../../../i18n/format.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { columnCell, type Column } from '../components/columns.ts'
import { confirm } from '../components/confirm.tsx'
import { CustomerLink } from '../components/customer-link.tsx'
import { ExportButton } from '../components/export-button.tsx'
import { SearchBox, SelectFilter } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import type { PhoneItem } from '../components/phone-row.tsx'
import { useOpenItem } from '../components/row-link.tsx'
import { StatCards } from '../components/stat-cards.tsx'
import { useChange } from '../components/use-change.ts'
import { useList } from '../components/use-list.ts'
import { When } from '../components/when.tsx'
import type { Cart } from '../shared/rows.ts'
import { useFigures } from '../shared/use-figures.ts'
import { CartDetails } from './cart-details.tsx'

const statusTones: Record<CartStatus, Tone> = {
  active: 'good',
  completed: 'info',
  abandoned: 'wait',
}
const shortCartId = (cart: Cart) => cart.id.slice(-8)

function CartFigures() {
  const { t } = useTranslation('admin')
  const showFigure = useFigures(adminApi.carts.stats, (answer) => answer.data)

  return (
    <StatCards
      items={[
        { label: t('adminCarts.total'), value: showFigure((given) => number(given.totalCarts)) },
        { label: t('adminCarts.active'), value: showFigure((given) => number(given.activeCarts)) },
        {
          label: t('adminCarts.completed'),
          value: showFigure((given) => number(given.completedCarts)),
        },
        {
          label: t('adminCarts.abandoned'),
          value: showFigure((given) => number(given.abandonedCarts)),
        },
        {
          label: t('adminCarts.expired'),
          value: showFigure((given) => number(given.expiredCarts)),
        },
      ]}
    />
  )
}

function useColumns(): Column<Cart>[] {
  const { t } = useTranslation('admin')
  return [
    {
      key: 'id',
      head: t('adminCarts.id'),
      lead: true,
      cell: (row) => (
        <span title={row.id} className="font-mono text-xs">
          {shortCartId(row)}
        </span>
      ),
    },
    {
      key: 'user',
      head: t('adminCarts.user'),
      cell: (row) => (
        <div className="grid">
          <CustomerLink id={row.userId} title={`${row.user.name} · ${row.user.email}`}>
            {row.user.name}
          </CustomerLink>
          <span className="font-mono text-xs wrap-anywhere text-muted">{row.userId}</span>
        </div>
      ),
    },
    { key: 'items', head: t('adminCarts.items'), end: true, cell: (row) => number(row.itemCount) },
    {
      key: 'total',
      head: t('adminCarts.amount'),
      end: true,
      cell: (row) => (
        <span className="whitespace-nowrap">{money(row.totalAmount, row.currency)}</span>
      ),
    },
    {
      key: 'status',
      head: t('adminCarts.statusHead'),
      cell: (row) => (
        <span className="inline-flex flex-wrap gap-1.5">
          <Badge tone={statusTones[row.status]}>{t(`adminCarts.status.${row.status}`)}</Badge>
          {row.expired && <Badge>{t('adminCarts.isExpired')}</Badge>}
        </span>
      ),
    },
    {
      key: 'created',
      head: t('adminCarts.created'),
      sort: ['createdAt', '-createdAt'],
      cell: (row) => <When at={row.createdAt} />,
    },
  ]
}

/** A cart as an item of a phone's list. */
function cartPhoneItem(columns: readonly Column<Cart>[]) {
  return (row: Cart): PhoneItem => ({
    title: row.user.name,
    line: (
      <>
        <When at={row.createdAt} /> · {shortCartId(row)}
      </>
    ),
    end: money(row.totalAmount, row.currency),
    state: columnCell(columns, 'status', row),
  })
}

/** Active, completed and abandoned carts of customers. */
export function Page() {
  const { t } = useTranslation('admin')

  const cartList = useList(adminApi.carts.list, {
    filters: { search: '', status: '' },
    rows: (answer) => answer.carts,
    total: (answer) => answer.total,
  })

  const cartChange = useChange(adminApi.carts.list, adminApi.carts.stats)
  const openedCart = useOpenItem('cart')
  const cartColumns = useColumns()
  const phoneItem = cartPhoneItem(cartColumns)
  const cartName = (row: Cart) => t('adminCarts.rowName', { id: shortCartId(row) })
  const { state, set } = cartList

  async function removeCart(row: Cart): Promise<void> {
    if (
      !(await confirm({
        title: t('adminCarts.deleteTitle'),
        text: t('adminCarts.deleteText'),
        act: t('adminCarts.deleteAct'),
      }))
    )
      return

    await cartChange.run(() => call(adminApi.carts.remove, { params: { id: row.id } }), {
      failed: t('adminCarts.errorDelete'),
      done: t('adminCarts.deleted'),
    })
  }

  return (
    <ListPage
      title={t('adminCarts.title')}
      text={t('adminCarts.text')}
      list={cartList}
      columns={cartColumns}
      rowKey={(row) => row.id}
      rowName={cartName}
      failed={t('adminCarts.errorLoad')}
      failedReplaces
      pagerOnlyWhenNeeded
      actions={<ExportButton route={adminApi.carts.export} query={cartList.query} />}
      figures={<CartFigures />}
      views="carts"
      filters={
        <>
          <SearchBox
            label={t('adminCarts.search')}
            value={state.search}
            onSearch={(search) => set({ search })}
          />

          <SelectFilter
            label={t('adminCarts.statusHead')}
            value={state.status}
            onChange={(status) => set({ status })}
            options={[
              ['', t('adminCarts.all')],
              ...cartStatuses.map((status) => [status, t(`adminCarts.status.${status}`)] as const),
            ]}
          />
        </>
      }
      opens={openedCart.to}
      item={phoneItem}
      rowActions={(row) => [
        {
          label: t('adminCarts.deleteAct'),
          icon: <Trash2 aria-hidden />,
          danger: true,
          run: () => void removeCart(row),
        },
      ]}
      empty={{
        title: t('adminCarts.empty'),
        text: t('adminCarts.emptyText'),
        icon: <ShoppingCart />,
      }}
    >
      {openedCart.id && <CartDetails id={openedCart.id} onClose={openedCart.close} />}
    </ListPage>
  )
}
