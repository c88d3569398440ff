import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'

import { lazyPart } from '../../../routing/code.ts'
import { useSession } from '../../../state/session.ts'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'

const MailChange = lazyPart(() => import('./mail-change.tsx').then((module) => module.MailChange))
const RenameForm = lazyPart(() => import('./rename-form.tsx').then((module) => module.RenameForm))
const OwnData = lazyPart(() => import('./own-data.tsx').then((module) => module.OwnData))

const DiscordAccount = lazyPart(() =>
  import('./discord-account.tsx').then((module) => module.DiscordAccount),
)

/**
 * Name, mail and role, read only (S112), followed by the forms that change them, the Discord
 * account and personal data.
 */
export function Profile() {
  const { t } = useTranslation('account')
  const { user } = useSession()

  return (
    <div className="grid gap-4">
      <Card className="grid gap-4">
        <p className="text-sm text-muted">{t('settings.profileLead')}</p>
        <Field label={t('field.name')} readOnly value={user?.name ?? ''} />
        <Field label={t('field.email')} readOnly value={user?.email ?? ''} />
        <Field label={t('field.role')} readOnly value={user ? t(`role.${user.role}`) : ''} />
        <p className="text-sm text-muted">{t('settings.managed')}</p>
      </Card>

      <Suspense fallback={null}>
        <RenameForm />
        <MailChange />
        <DiscordAccount />
        <OwnData />
      </Suspense>
    </div>
  )
}
