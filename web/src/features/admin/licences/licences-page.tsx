import { licenceStatuses } from '@chaveiro/contracts/states'
import { BadgeCheck, History, KeyRound, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { paths } from '../../../routing/paths.ts'
import { columnCell, type Column } from '../components/columns.ts'
import { CustomerLink } from '../components/customer-link.tsx'
import { detailPath } from '../components/detail-page.tsx'
import { ExportButton } from '../components/export-button.tsx'
import { SearchBox, SelectFilter } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import { CustomerFilter } from '../components/of-customer.tsx'
import type { RowAction } from '../components/row-actions.tsx'
import { StatusMenu } from '../components/status-menu.tsx'
import { useList, type List } from '../components/use-list.ts'
import { When } from '../components/when.tsx'
import { DeliveriesLink } from '../deliveries/deliveries-link.tsx'
import { AllKeysEye, KeyCell, useKeyEyes, type KeyEyes } from '../shared/key-cell.tsx'
import { RevealDialog } from '../shared/reveal-dialog.tsx'
import type { Licence } from '../shared/rows.ts'
import { licenceTones } from './licence-tones.ts'
import { ReplaceForm } from './replace-form.tsx'
import { RevealsDialog } from './reveals-dialog.tsx'
import { useLicenceActs } from './use-licence-acts.ts'

function useColumns(
  acts: ReturnType<typeof useLicenceActs>,
  keys: { eyes: KeyEyes; rows: readonly Licence[]; reveal(row: Licence): void },
): Column<Licence>[] {
  const { t } = useTranslation('admin')
  const statusOptions = licenceStatuses.map(
    (status) => [status, t(`licenses.status.${status}`)] as const,
  )

  return [
    {
      key: 'product',
      head: t('licenses.product'),
      lead: true,
      cell: (row) => row.product.name || t('licenses.noProduct'),
    },
    {
      key: 'key',
      head: t('licenses.key'),
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
      key: 'customer',
      head: t('licenses.customer'),
      cell: (row) => (
        <div className="grid">
          <CustomerLink id={row.userId}>{row.customerName}</CustomerLink>
          <span className="text-xs wrap-anywhere text-muted">{row.customerEmail}</span>
        </div>
      ),
    },
    {
      key: 'status',
      head: t('licenses.statusHead'),
      cell: (row) => (
        <StatusMenu
          label={t('licenses.statusOf', { key: row.maskedKey })}
          value={row.status}
          options={statusOptions}
          tones={licenceTones}
          thing="licence"
          disabled={acts.busy}
          onChange={(status) => void acts.setStatus(row, status)}
        />
      ),
    },
    {
      key: 'expires',
      head: t('licenses.expires'),
      sort: ['expirationDate', '-expirationDate'],
      cell: (row) => (
        <span>{row.expirationDate ? <When at={row.expirationDate} /> : t('licenses.never')}</span>
      ),
    },
  ]
}

function useRowActions(acts: {
  replace(row: Licence): void
  history(row: Licence): void
  remove(rows: readonly Licence[]): Promise<unknown>
}) {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()

  return (row: Licence): RowAction[] => [
    {
      label: t('licenses.replace'),
      icon: <RefreshCw aria-hidden />,
      refused: row.status === 'active' ? undefined : t('licenses.onlyActive'),
      run: () => acts.replace(row),
    },
    { label: t('licenses.reveals'), icon: <History aria-hidden />, run: () => acts.history(row) },
    {
      label: t('licenses.chatRole'),
      icon: <BadgeCheck aria-hidden />,
      run: () => void navigate(paths.adminSection('discord', { search: row.customerEmail })),
    },
    {
      label: t('kit.delete'),
      icon: <Trash2 aria-hidden />,
      danger: true,
      run: () => void acts.remove([row]),
    },
  ]
}

type Filter = { search: string; status: string; userId: string }

function LicenceFilters({
  list,
  eyes,
}: {
  list: List<Licence, Filter>
  eyes: ReturnType<typeof useKeyEyes>
}) {
  const { t } = useTranslation('admin')
  const { state, set } = list

  return (
    <>
      <SearchBox
        label={t('licenses.search')}
        button={t('kit.search')}
        value={state.search}
        onSearch={(search) => set({ search })}
      />

      <SelectFilter
        label={t('licenses.statusHead')}
        value={state.status}
        onChange={(status) => set({ status })}
        options={[
          ['', t('licenses.allStatuses')],
          ...licenceStatuses.map((status) => [status, t(`licenses.status.${status}`)] as const),
        ]}
      />

      <CustomerFilter list={list} name={list.rows[0]?.customerName} />
      <AllKeysEye
        eyes={eyes}
        rows={list.rows}
        loading={list.loading}
        className="ml-auto md:hidden"
      />
    </>
  )
}

export function Page() {
  const { t } = useTranslation('admin')

  const licenceList = useList(adminApi.licences.list, {
    filters: { search: '', status: '', userId: '' },
    rows: (answer) => answer.licenses,
    total: (answer) => answer.total,
  })

  const licenceActions = useLicenceActs(licenceList.query)
  const keyVisibility = useKeyEyes()
  const [revealed, setRevealed] = useState<Licence | null>(null)
  const licenceColumns = useColumns(licenceActions, {
    eyes: keyVisibility,
    rows: licenceList.rows,
    reveal: setRevealed,
  })
  const [replacing, setReplacing] = useState<Licence | null>(null)
  const [history, setHistory] = useState<Licence | null>(null)

  const rowActions = useRowActions({
    replace: setReplacing,
    history: setHistory,
    remove: licenceActions.remove,
  })

  return (
    <ListPage
      title={t('licenses.title')}
      text={t('licenses.text')}
      list={licenceList}
      columns={licenceColumns}
      rowKey={(row) => row.id}
      rowName={(row) => row.maskedKey}
      failed={t('licenses.errorLoad')}
      bulk={licenceActions.bulk}
      actions={
        <>
          <DeliveriesLink />
          <ExportButton route={adminApi.licences.export} query={licenceList.query} />
        </>
      }
      views="licenses"
      filters={<LicenceFilters list={licenceList} eyes={keyVisibility} />}
      item={(row) => ({
        title: row.product.name || t('licenses.noProduct'),
        line: `${row.maskedKey} · ${row.customerName}`,
        end: (
          <span className="text-xs font-normal">{columnCell(licenceColumns, 'expires', row)}</span>
        ),
        state: columnCell(licenceColumns, 'status', row),
      })}
      opens={({ id }) => detailPath('licenses', id)}
      rowActions={rowActions}
      empty={{ title: t('licenses.empty'), text: t('licenses.emptyText'), icon: <KeyRound /> }}
    >
      {revealed && (
        <RevealDialog
          masked={revealed.maskedKey}
          read={() => call(adminApi.licences.reveal, { params: { id: revealed.id } })}
          onClose={() => setRevealed(null)}
        />
      )}

      {replacing && <ReplaceForm licence={replacing} onClose={() => setReplacing(null)} />}
      {history && <RevealsDialog licence={history} onClose={() => setHistory(null)} />}
    </ListPage>
  )
}
