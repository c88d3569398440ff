import { stockStatuses } from '@chaveiro/contracts/states'
import { useQuery } from '@tanstack/react-query'
import { Trash2, Warehouse } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { useUrlState } from '../../../routing/url-state.ts'
import { AddButton } from '../components/add-button.tsx'
import { columnCell, type Column } from '../components/columns.ts'
import { ExportButton } from '../components/export-button.tsx'
import { SearchBox, SelectFilter } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import type { PhoneItem } from '../components/phone-row.tsx'
import type { RowAction } from '../components/row-actions.tsx'
import { useOpenRow } from '../components/row-link.tsx'
import { useList, type List } from '../components/use-list.ts'
import { When } from '../components/when.tsx'
import { AllKeysEye, KeyCell, useKeyEyes, type KeyEyes } from '../shared/key-cell.tsx'
import { RevealDialog } from '../shared/reveal-dialog.tsx'
import type { StockKey } from '../shared/rows.ts'
import { AddKeys } from './add-keys.tsx'
import { StockFigures } from './figures.tsx'
import { KeyDetails } from './key-details.tsx'
import { stockKeyName, groupByProduct, type ShelfProduct } from './shelf.ts'
import { removalRefusal } from './stock-moves.ts'
import { StockState } from './stock-status.tsx'
import { useStockActs } from './use-stock-acts.ts'
import { WaitingProducts } from './waiting.tsx'
import { useWatchTab } from './watch-tab.tsx'

function KeyUser({ usedBy }: Pick<StockKey, 'usedBy'>) {
  if (!usedBy) return '-'

  return (
    <div className="grid">
      <span className="wrap-break-word">{usedBy.email}</span>
      <span className="text-xs text-muted">{usedBy.name}</span>
    </div>
  )
}

function useColumns(keys: {
  eyes: KeyEyes
  rows: readonly StockKey[]
  reveal(row: StockKey): void
}): Column<StockKey>[] {
  const { t } = useTranslation('admin')
  return [
    {
      key: 'key',
      head: t('adminStock.key'),
      lead: true,
      ownLink: true,
      headAct: <AllKeysEye eyes={keys.eyes} rows={keys.rows} />,
      cell: (row) => (
        <KeyCell
          row={row}
          shown={keys.eyes.isShown(row.id)}
          onToggle={() => keys.eyes.toggle(row.id)}
          onReveal={() => keys.reveal(row)}
        />
      ),
    },
    {
      key: 'product',
      head: t('adminStock.product'),
      cell: (row) =>
        stockKeyName(row) ?? <span className="text-muted">{t('adminStock.noProduct')}</span>,
    },
    {
      key: 'status',
      head: t('adminStock.statusHead'),
      cell: (row) => <StockState status={row.status} />,
    },
    {
      key: 'usedBy',
      head: t('adminStock.usedBy'),
      cell: (row) => <KeyUser usedBy={row.usedBy} />,
    },
    {
      key: 'created',
      head: t('adminStock.created'),
      sort: ['createdAt', '-createdAt'],
      cell: (row) => <When at={row.createdAt} />,
    },
  ]
}

type StockList = List<
  StockKey,
  { search: string; status: string; productId: string; variantId: string }
>

/** Search, status, product and option; on a phone also the button for all keys. */
function StockFilters({
  list: { state, set },
  shelf: stockShelf,
  children,
}: {
  list: StockList
  shelf: readonly ShelfProduct[]
  children: ReactNode
}) {
  const { t } = useTranslation('admin')
  const shelfOptions = stockShelf.find(({ id }) => id === state.productId)?.options ?? []

  return (
    <>
      <SearchBox
        label={t('adminStock.search')}
        value={state.search}
        onSearch={(search) => set({ search })}
      />

      <SelectFilter
        label={t('adminStock.statusHead')}
        value={state.status}
        onChange={(status) => set({ status })}
        options={[
          ['', t('adminStock.allStatuses')],
          ...stockStatuses.map((status) => [status, t(`adminStock.status.${status}`)] as const),
        ]}
      />

      <SelectFilter
        late
        label={t('adminStock.product')}
        value={state.productId}
        onChange={(next) => set({ productId: next, variantId: '' })}
        options={[
          ['', t('adminStock.allProducts')],
          ...stockShelf.map(({ id, name }) => [id, name] as const),
        ]}
      />

      {shelfOptions.length > 1 && (
        <SelectFilter
          label={t('adminStock.option')}
          value={state.variantId}
          onChange={(next) => set({ variantId: next })}
          options={[
            ['', t('adminStock.allOptions')],
            ...shelfOptions.map(({ id, variantName }) => [id, variantName] as const),
          ]}
        />
      )}

      {children}
    </>
  )
}

/** Delete; a held or sold key shows why it cannot be deleted. */
function useRowActions(remove: (rows: readonly StockKey[]) => Promise<unknown>) {
  const { t } = useTranslation('admin')
  return (row: StockKey): RowAction[] => {
    const refusalText = removalRefusal(row)
    return [
      {
        label: t('kit.delete'),
        icon: <Trash2 aria-hidden />,
        danger: true,
        refused: refusalText ? t(refusalText) : undefined,
        run: () => void remove([row]),
      },
    ]
  }
}

/** A key as an item of a phone's list. */
function usePhoneItem(columns: readonly Column<StockKey>[]) {
  const { t } = useTranslation('admin')
  return (row: StockKey): PhoneItem => ({
    title: columnCell(columns, 'key', row),
    line: (
      <>
        {stockKeyName(row) ?? t('adminStock.noProduct')} ·{' '}
        {row.usedBy?.email ?? <When at={row.createdAt} />}
      </>
    ),
    state: <StockState status={row.status} />,
  })
}

/** The whole key and the details of a key, each in a dialog. */
function KeyDialogs({
  revealed,
  openedKey,
  onClose,
}: {
  revealed: StockKey | null
  openedKey: { row: StockKey | undefined; close(): void }
  onClose(): void
}) {
  return (
    <>
      {revealed && (
        <RevealDialog
          masked={revealed.maskedKey}
          read={() => call(adminApi.stock.reveal, { params: { licenseKey: revealed.id } })}
          onClose={onClose}
        />
      )}

      {openedKey.row && (
        <KeyDetails
          id={openedKey.row.id}
          masked={openedKey.row.maskedKey}
          onClose={openedKey.close}
        />
      )}
    </>
  )
}

function useStockProducts() {
  const { data, error, isPending } = useQuery(ask(adminApi.stock.products))
  useEffect(() => {
    if (error) console.error('stock products', error)
  }, [error])

  return { stockProducts: data?.products ?? [], isPending }
}

type Option = { productId: string; variantId: string }

/** The form that adds keys, and the option it starts with, in the address. */
function useAddForm() {
  const [{ new: isOpen, ...target }, set] = useUrlState({ new: 0, productId: '', variantId: '' })
  return {
    isOpen: isOpen !== 0,
    target,
    open: (option: Partial<Option> = {}) => set({ new: 1, ...option }),
    close: () => set({ new: 0 }),
  }
}

export function Page() {
  const { t } = useTranslation('admin')

  const stockList = useList(adminApi.stock.list, {
    filters: { search: '', status: '', productId: '', variantId: '' },
    rows: (answer) => answer.licenses,
    total: (answer) => answer.total,
  })

  const { stockProducts, isPending } = useStockProducts()
  const addForm = useAddForm()
  const alertsTab = useWatchTab(stockProducts, addForm.open)
  const openedKey = useOpenRow('key', stockList.rows)
  const stockActions = useStockActs()
  const keyVisibility = useKeyEyes()
  const [revealed, setRevealed] = useState<StockKey | null>(null)
  const rowActions = useRowActions(stockActions.remove)
  const stockColumns = useColumns({
    eyes: keyVisibility,
    rows: stockList.rows,
    reveal: setRevealed,
  })
  const phoneItem = usePhoneItem(stockColumns)
  const stockShelf = groupByProduct(stockProducts)
  const addButton = <AddButton label={t('adminStock.add')} onClick={() => addForm.open()} />

  return (
    <ListPage
      title={t('adminStock.title')}
      text={t('adminStock.text')}
      list={stockList}
      columns={stockColumns}
      rowKey={(row) => row.id}
      rowName={(row) => row.maskedKey}
      failed={t('adminStock.errorLoad')}
      bulk={stockActions.bulk}
      actions={
        <>
          <ExportButton route={adminApi.stock.export} query={stockList.query} />
          {addButton}
        </>
      }
      figures={
        <>
          <StockFigures />
          <WaitingProducts products={stockProducts} onServe={addForm.open} />
        </>
      }
      until={!isPending}
      views="stock"
      firstTab={alertsTab}
      filters={
        <StockFilters list={stockList} shelf={stockShelf}>
          <AllKeysEye
            eyes={keyVisibility}
            rows={stockList.rows}
            loading={stockList.loading}
            className="ml-auto md:hidden"
          />
        </StockFilters>
      }
      opens={openedKey.to}
      item={phoneItem}
      rowActions={rowActions}
      empty={{
        title: t('adminStock.empty'),
        text: t('adminStock.emptyText'),
        icon: <Warehouse />,
        action: addButton,
      }}
    >
      {addForm.isOpen && !isPending && (
        <AddKeys shelf={stockShelf} given={addForm.target} onClose={addForm.close} />
      )}

      <KeyDialogs revealed={revealed} openedKey={openedKey} onClose={() => setRevealed(null)} />
    </ListPage>
  )
}
