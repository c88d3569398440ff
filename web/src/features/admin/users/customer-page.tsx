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
import { AccountFacts, UserFigures } from './customer-facts.tsx'
import * as Lists from './customer-lists.tsx'
import { CustomerNotes } from './customer-notes.tsx'
import { Bans, History } from './customer-story.tsx'
import { EditIdentity } from './identity-form.tsx'
import { useUserActs } from './use-user-acts.ts'
import { DiscordForm } from './user-details.tsx'
import { UserHistory } from './user-history.tsx'

/** Actions of the page: mail, ban or unban, and the others in a menu. */
function CustomerActions({ customer }: { customer: Customer }) {
  const { t } = useTranslation('admin')
  const userActions = useUserActs()
  const navigate = useNavigate()
  const isOwnAccount = useSession().user?.id === customer.id
  const refusalText = isOwnAccount ? t('adminUsers.self') : undefined
  const roleRefusal = customer.isBanned ? t('adminUsers.bannedRole') : refusalText
  const manualOrders = useManualOrder(customer)
  async function removeUser(): Promise<void> {
    if (await userActions.remove(customer)) await navigate(paths.adminUsers)
  }

  return (
    <>
      <a href={`mailto:${customer.email}`} className={buttonClass('primary', 'sm')}>
        <Mail size={15} aria-hidden />
        {t('adminUsers.page.mail')}
      </a>

      <Button
        size="sm"
        disabled={isOwnAccount}
        busy={userActions.busy}
        title={refusalText}
        onClick={() =>
          void (customer.isBanned ? userActions.unban(customer) : userActions.ban(customer))
        }
      >
        {t(customer.isBanned ? 'adminUsers.unban' : 'adminUsers.ban')}
      </Button>

      {manualOrders.shown}

      <Menu
        label={t('kit.moreActs')}
        className={buttonClass('plain', 'sm')}
        items={[
          manualOrders.item,
          ...roles
            .filter((role) => role !== customer.role)
            .map((role) => ({
              label: t('adminUsers.roleAct', { to: t(`role.${role}`) }),
              refused: roleRefusal,
              run: () => void userActions.setRole(customer, role),
            })),
          {
            label: t('adminUsers.page.endSessions'),
            refused: refusalText,
            run: () => void userActions.endSessions(customer),
          },
          ...(customer.twoFactor
            ? [
                {
                  label: t('adminUsers.resetTwoFactor'),
                  refused: refusalText,
                  run: () => void userActions.resetTwoFactor(customer),
                },
              ]
            : []),
          {
            label: t('adminUsers.deleteAct'),
            danger: true,
            refused: refusalText,
            run: () => void removeUser(),
          },
        ]}
      >
        {t('kit.moreActs')}
      </Menu>
    </>
  )
}

/** Everything the customer did and owns, by kind. */
function CustomerHistory({ customer }: { customer: Customer }) {
  const { t } = useTranslation('admin')
  const [whole, setWhole] = useState(false)

  return (
    <>
      <Lists.CustomerOrders customer={customer} />
      <Lists.CustomerPayments customer={customer} />
      <Lists.CustomerLicences customer={customer} />
      <Lists.CustomerTickets customer={customer} />
      <Lists.CustomerReviews customer={customer} />
      <Lists.CustomerCoupons customer={customer} />
      <Lists.CustomerSessions customer={customer} />
      <Lists.CustomerConsents customer={customer} />
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

/** The page of a customer: history left, facts and notes right (P338). */
export function Page() {
  const { t } = useTranslation('admin')
  const customerId = useParams().id!
  const userQuery = useQuery(
    ask(adminApi.customers.read, { params: { id: customerId } }, { staleTime: 0 }),
  )
  useEffect(() => {
    if (userQuery.error) console.error('customers', userQuery.error)
  }, [userQuery.error])
  const loadedCustomer = userQuery.data?.customer
  const backLink = <BackToList section="users">{t('adminUsers.page.back')}</BackToList>

  return (
    <Section
      title={loadedCustomer?.name ?? t('adminUsers.page.title')}
      text={loadedCustomer?.email}
      actions={
        <>
          {!userQuery.isError && backLink}
          {loadedCustomer && <CustomerActions customer={loadedCustomer} />}
        </>
      }
    >
      <DetailPage
        answer={userQuery}
        failed={t('adminUsers.page.errorLoad')}
        nowhere={{ title: t('adminUsers.page.nobody'), text: t('adminUsers.page.nobodyText') }}
        back={backLink}
      >
        {({ customer: shown }) => (
          <>
            <UserFigures customer={shown} />

            <DetailColumns
              story={<CustomerHistory customer={shown} />}
              facts={
                <>
                  <AccountFacts customer={shown} />
                  <EditIdentity user={shown} />
                  <CustomerNotes key={shown.id} customer={shown} />
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
