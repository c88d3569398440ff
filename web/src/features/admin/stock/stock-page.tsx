import { stockStatuses } from '@chaveiro/contracts/states'
import { useQuery } from '@tanstack/react-query'
import { Activity, Trash2, Warehouse } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { useUrlState } from '../../../routing/url-state.ts'
import { Button } from '../../../ui/button.tsx'
import { AddButton } from '../components/add-button.tsx'
import { cellOf, type Column } from '../components/columns.ts'
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
import { Figures } from './figures.tsx'
import { KeyDetails } from './key-details.tsx'
import { nameOf, shelfOf, type ShelfProduct } from './shelf.ts'
import { removalRefusal } from './stock-moves.ts'
import { StockState } from './stock-status.tsx'
import { useStockActs } from './use-stock-acts.ts'
import { Waiting } from './waiting.tsx'
import { WatchDialog } from './watch-dialog.tsx'

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
      cell: (row) => nameOf(row) ?? <span className="text-muted">{t('adminStock.noProduct')}</span>,
    },
    {
      key: 'status',
      head: t('adminStock.statusHead'),
      cell: (row) => <StockState status={row.status} />,
    },
    {
      key: 'usedBy',
      head: t('adminStock.usedBy'),
      cell: (row) =>
        row.usedBy ? (
          <div className="grid">
            <span className="wrap-break-word">{row.usedBy.email}</span>
            <span className="text-xs text-muted">{row.usedBy.name}</span>
          </div>
        ) : (
          '-'
        ),
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

/** Search, state, product and of several options which; the eye of all keys stands beside them on a phone. */
function Filters({
  list: { state, set },
  shelf,
  children,
}: {
  list: StockList
  shelf: readonly ShelfProduct[]
  children: ReactNode
}) {
  const { t } = useTranslation('admin')
  const options = shelf.find(({ id }) => id === state.productId)?.options ?? []

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
          ...shelf.map(({ id, name }) => [id, name] as const),
        ]}
      />

      {options.length > 1 && (
        <SelectFilter
          label={t('adminStock.option')}
          value={state.variantId}
          onChange={(next) => set({ variantId: next })}
          options={[
            ['', t('adminStock.allOptions')],
            ...options.map(({ id, variantName }) => [id, variantName] as const),
          ]}
        />
      )}

      {children}
    </>
  )
}

/** Delete; a key that is held or sold says why it stays. */
function useRowActions(remove: (rows: readonly StockKey[]) => Promise<unknown>) {
  const { t } = useTranslation('admin')
  return (row: StockKey): RowAction[] => {
    const refused = removalRefusal(row)
    return [
      {
        label: t('kit.delete'),
        icon: <Trash2 aria-hidden />,
        danger: true,
        refused: refused ? t(refused) : undefined,
        run: () => void remove([row]),
      },
    ]
  }
}

function WatchButton({ disabled, onClick }: { disabled: boolean; onClick(): void }) {
  const { t } = useTranslation('admin')
  return (
    <Button
      size="sm"
      icon={<Activity size={15} aria-hidden />}
      disabled={disabled}
      onClick={onClick}
    >
      {t('adminStock.watch')}
    </Button>
  )
}

/** A row as a phone shows it. */
function useItem(columns: readonly Column<StockKey>[]) {
  const { t } = useTranslation('admin')
  return (row: StockKey): PhoneItem => ({
    title: cellOf(columns, 'key', row),
    line: (
      <>
        {nameOf(row) ?? t('adminStock.noProduct')} ·{' '}
        {row.usedBy ? row.usedBy.email : <When at={row.createdAt} />}
      </>
    ),
    state: <StockState status={row.status} />,
  })
}

/** The keys that are for sale, and those that were. */
export function Page() {
  const { t } = useTranslation('admin')

  const list = useList(adminApi.stock.list, {
    filters: { search: '', status: '', productId: '', variantId: '' },
    rows: (answer) => answer.licenses,
    total: (answer) => answer.total,
  })

  const products = useQuery(ask(adminApi.stock.products))
  const [{ new: adding, ...target }, setUrl] = useUrlState({ new: 0, productId: '', variantId: '' })
  const shown = useOpenRow('key', list.rows)
  const [watching, setWatching] = useState(false)
  const acts = useStockActs()
  const eyes = useKeyEyes()
  const [revealed, setRevealed] = useState<StockKey | null>(null)
  const rowActions = useRowActions(acts.remove)
  const columns = useColumns({ eyes, rows: list.rows, reveal: setRevealed })
  const item = useItem(columns)
  useEffect(() => {
    if (products.error) console.error('stock products', products.error)
  }, [products.error])
  const known = products.data?.products ?? []
  const shelf = shelfOf(known)
  const add = <AddButton label={t('adminStock.add')} onClick={() => setUrl({ new: 1 })} />

  return (
    <ListPage
      title={t('adminStock.title')}
      text={t('adminStock.text')}
      list={list}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.maskedKey}
      failed={t('adminStock.errorLoad')}
      bulk={acts.bulk}
      actions={
        <>
          <WatchButton disabled={known.length === 0} onClick={() => setWatching(true)} />
          <ExportButton route={adminApi.stock.export} query={list.query} />
          {add}
        </>
      }
      figures={
        <>
          <Figures />
          <Waiting products={known} onServe={(given) => setUrl({ new: 1, ...given })} />
        </>
      }
      until={!products.isPending}
      views="stock"
      filters={
        <Filters list={list} shelf={shelf}>
          <AllKeysEye eyes={eyes} rows={list.rows} className="ml-auto md:hidden" />
        </Filters>
      }
      opens={shown.to}
      item={item}
      rowActions={rowActions}
      empty={{
        title: t('adminStock.empty'),
        text: t('adminStock.emptyText'),
        icon: <Warehouse />,
        action: add,
      }}
    >
      {adding && !products.isPending ? (
        <AddKeys shelf={shelf} given={target} onClose={() => setUrl({ new: 0 })} />
      ) : null}
      {watching && <WatchDialog products={known} onClose={() => setWatching(false)} />}

      {revealed && (
        <RevealDialog
          masked={revealed.maskedKey}
          read={() => call(adminApi.stock.reveal, { params: { licenseKey: revealed.id } })}
          onClose={() => setRevealed(null)}
        />
      )}

      {shown.row && (
        <KeyDetails id={shown.row.id} masked={shown.row.maskedKey} onClose={shown.close} />
      )}
    </ListPage>
  )
}
