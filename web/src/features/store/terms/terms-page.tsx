import { useTranslation } from 'react-i18next'

import { useTitle } from '../../../routing/title.ts'
import { chatLink, useSite } from '../../../state/site.ts'

/**
 * The terms of the settings as plain text with line breaks, else the built-in ones; the privacy
 * policy below (Q88, Q96).
 */
export function Page() {
  const { t } = useTranslation(['store', 'common'])
  const site = useSite()
  // A shop may have no mail of its own.
  const contact = site.contactEmail || (chatLink(site) ?? site.siteName)
  useTitle(t('terms.title'), t('common:head.terms'))

  return (
    <article className="page grid max-w-3xl gap-6 py-10">
      <h1 className="text-xl font-bold tracking-tight">{t('terms.title')}</h1>

      <p className="whitespace-pre-line text-muted">
        {site.termsOfService ||
          t('terms.builtIn', {
            site: site.siteName,
            email: contact,
            where: t(site.store.keysByMail ? 'terms.whereMail' : 'terms.where'),
          })}
      </p>

      <h2 className="text-lg font-semibold">{t('terms.privacyTitle')}</h2>
      <p className="whitespace-pre-line text-muted">
        {site.privacyPolicy || t('terms.privacyBuiltIn', { site: site.siteName, email: contact })}
      </p>

      {site.contactEmail && (
        <p className="[overflow-wrap:anywhere]">
          {t('terms.contact')}{' '}
          <a href={`mailto:${site.contactEmail}`} className="font-medium underline">
            {site.contactEmail}
          </a>
        </p>
      )}
    </article>
  )
}
