import type { AdminApi } from '@chaveiro/contracts/admin'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw, ShieldBan, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { confirm } from '../components/confirm.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Loading } from '../components/loading.tsx'
import { Section } from '../components/section.tsx'
import { useChange } from '../components/use-change.ts'
import { When } from '../components/when.tsx'
import { BanForm } from './ban-form.tsx'

type Ban = Reply<AdminApi['security']['bans']>['bans'][number]

const banTarget = (ban: Ban) => ban.ip ?? ban.hwid ?? '-'

function CurrentBans({ bans }: { bans: readonly Ban[] }) {
  const { t } = useTranslation('admin')
  const securityChange = useChange(adminApi.security.bans)

  async function removeSecurity(ban: Ban): Promise<void> {
    if (
      !(await confirm({
        title: t('adminSecurity.removeTitle'),
        text: t('adminSecurity.removeText', { name: banTarget(ban) }),
        act: t('adminSecurity.removeAct'),
      }))
    )
      return

    await securityChange.run(() => call(adminApi.security.removeBan, { params: { id: ban._id } }), {
      failed: t('adminSecurity.errorRemove'),
      done: t('adminSecurity.successRemove'),
    })
  }

  if (bans.length === 0)
    return (
      <EmptyState
        icon={<ShieldBan />}
        title={t('adminSecurity.empty')}
        text={t('adminSecurity.emptyText')}
      />
    )

  return (
    <DataTable
      caption={t('adminSecurity.bans')}
      rows={bans}
      rowKey={(ban) => ban._id}
      rowName={banTarget}
      columns={[
        {
          key: 'ip',
          head: t('adminSecurity.ip'),
          lead: true,
          cell: (ban) => <span className="font-mono text-xs wrap-anywhere">{ban.ip ?? '-'}</span>,
        },
        {
          key: 'hwid',
          head: t('adminSecurity.hwid'),
          cell: (ban) => <span className="font-mono text-xs wrap-anywhere">{ban.hwid ?? '-'}</span>,
        },
        { key: 'reason', head: t('adminSecurity.reason'), cell: (ban) => ban.reason },
        {
          key: 'expires',
          head: t('adminSecurity.expires'),
          cell: (ban) =>
            ban.expiresAt ? <When at={ban.expiresAt} /> : t('adminSecurity.permanent'),
        },
        {
          key: 'created',
          head: t('adminSecurity.created'),
          cell: (ban) => <When at={ban.createdAt} />,
        },
      ]}
      actions={(ban) => [
        {
          label: t('adminSecurity.removeAct'),
          icon: <Trash2 aria-hidden />,
          danger: true,
          run: () => void removeSecurity(ban),
        },
      ]}
    />
  )
}

/** The form that bans an IP address or hardware id, and the current bans. */
export function Page() {
  const { t } = useTranslation(['admin', 'common'])
  const securityQuery = useQuery(ask(adminApi.security.bans))
  useEffect(() => {
    if (securityQuery.error) console.error('security', securityQuery.error)
  }, [securityQuery.error])

  return (
    <Section
      title={t('adminSecurity.title')}
      text={t('adminSecurity.text')}
      actions={
        <Button
          size="sm"
          busy={securityQuery.isFetching}
          icon={<RefreshCw size={15} aria-hidden />}
          onClick={() => void securityQuery.refetch()}
        >
          {t('kit.refresh')}
        </Button>
      }
    >
      <div className="grid items-start gap-6 2xl:grid-cols-[24rem_minmax(0,1fr)]">
        <BanForm />

        <section className="grid gap-3" aria-label={t('adminSecurity.bans')}>
          <h2 className="font-semibold">{t('adminSecurity.bans')}</h2>

          <QueryResult
            answer={securityQuery}
            failed={t('adminSecurity.errorLoad')}
            retry={t('common:action.retry')}
            waiting={<Loading />}
          >
            {({ bans }) => <CurrentBans bans={bans} />}
          </QueryResult>
        </section>
      </div>
    </Section>
  )
}
