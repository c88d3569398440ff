import { roles } from '@chaveiro/contracts/limits'
import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { paths } from '../../../routing/paths.ts'
import { useSession } from '../../../state/session.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { BackToList, DetailPage, DetailColumns } from '../components/detail-page.tsx'
import { Section } from '../components/section.tsx'
import { RolesOfUser } from '../discord/role-words.tsx'
import { useManualOrder } from '../orders/manual/use-manual-order.tsx'
import type { Customer } from '../shared/rows.ts'
import { AccountFacts, Figures } from './customer-facts.tsx'
import * as Lists from './customer-lists.tsx'
import { Notes } from './customer-notes.tsx'
import { Bans, History } from './customer-story.tsx'
import { EditIdentity } from './identity-form.tsx'
import { useUserActs } from './use-user-acts.ts'
import { DiscordForm } from './user-details.tsx'
import { UserHistory } from './user-history.tsx'

/** The acts on top: a mail first, then the ban or its end, the others with words in a menu. */
function Acts({ customer }: { customer: Customer }) {
  const { t } = useTranslation('admin')
  const acts = useUserActs()
  const navigate = useNavigate()
  const isMe = useSession().user?.id === customer.id
  const refused = isMe ? t('adminUsers.self') : undefined
  const fixed = customer.isBanned ? t('adminUsers.bannedRole') : refused
  const orders = useManualOrder(customer)
  async function remove(): Promise<void> {
    if (await acts.remove(customer)) await navigate(paths.adminUsers)
  }

  return (
    <>
      <a href={`mailto:${customer.email}`} className={buttonClass('primary', 'sm')}>
        <Mail size={15} aria-hidden />
        {t('adminUsers.page.mail')}
      </a>

      <Button
        size="sm"
        disabled={isMe}
        busy={acts.busy}
        title={refused}
        onClick={() => void (customer.isBanned ? acts.unban(customer) : acts.ban(customer))}
      >
        {t(customer.isBanned ? 'adminUsers.unban' : 'adminUsers.ban')}
      </Button>

      {orders.shown}

      <Menu
        label={t('kit.moreActs')}
        className={buttonClass('plain', 'sm')}
        items={[
          orders.item,
          ...roles
            .filter((role) => role !== customer.role)
            .map((role) => ({
              label: t('adminUsers.roleAct', { to: t(`role.${role}`) }),
              refused: fixed,
              run: () => void acts.setRole(customer, role),
            })),
          {
            label: t('adminUsers.page.endSessions'),
            refused,
            run: () => void acts.endSessions(customer),
          },
          ...(customer.twoFactor
            ? [
                {
                  label: t('adminUsers.resetTwoFactor'),
                  refused,
                  run: () => void acts.resetTwoFactor(customer),
                },
              ]
            : []),
          {
            label: t('adminUsers.deleteAct'),
            danger: true,
            refused,
            run: () => void remove(),
          },
        ]}
      >
        {t('kit.moreActs')}
      </Menu>
    </>
  )
}

/** Everything that a customer did and has, one kind below the other. */
function Story({ customer }: { customer: Customer }) {
  const { t } = useTranslation('admin')
  const [whole, setWhole] = useState(false)

  return (
    <>
      <Lists.Orders customer={customer} />
      <Lists.Payments customer={customer} />
      <Lists.Licences customer={customer} />
      <Lists.Tickets customer={customer} />
      <Lists.Reviews customer={customer} />
      <Lists.Coupons customer={customer} />
      <Lists.Sessions customer={customer} />
      <Lists.Consents customer={customer} />
      <Bans customer={customer} />

      <History
        customer={customer}
        onAll={
          <Button size="sm" look="ghost" onClick={() => setWhole(true)}>
            {t('adminUsers.page.wholeHistory')}
          </Button>
        }
      />

      {whole && <UserHistory user={customer} onClose={() => setWhole(false)} />}
    </>
  )
}

/** A customer at an address of his own: his story at the left, who he is and notes at the right (P338). */
export function Page() {
  const { t } = useTranslation('admin')
  const id = useParams().id!
  const answer = useQuery(ask(adminApi.customers.read, { params: { id } }, { staleTime: 0 }))
  useEffect(() => {
    if (answer.error) console.error('customers', answer.error)
  }, [answer.error])
  const customer = answer.data?.customer
  const back = <BackToList section="users">{t('adminUsers.page.back')}</BackToList>

  return (
    <Section
      title={customer?.name ?? t('adminUsers.page.title')}
      text={customer?.email}
      actions={
        <>
          {!answer.isError && back}
          {customer && <Acts customer={customer} />}
        </>
      }
    >
      <DetailPage
        answer={answer}
        failed={t('adminUsers.page.errorLoad')}
        nowhere={{ title: t('adminUsers.page.nobody'), text: t('adminUsers.page.nobodyText') }}
        back={back}
      >
        {({ customer: shown }) => (
          <>
            <Figures customer={shown} />

            <DetailColumns
              story={<Story customer={shown} />}
              facts={
                <>
                  <AccountFacts customer={shown} />
                  <EditIdentity user={shown} />
                  <Notes key={shown.id} customer={shown} />
                  <DiscordForm key={shown.discordId} user={shown} />
                  <RolesOfUser userId={shown.id} />
                </>
              }
            />
          </>
        )}
      </DetailPage>
    </Section>
  )
}
