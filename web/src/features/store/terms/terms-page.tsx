import { useTranslation } from 'react-i18next'

import { useTitle } from '../../../routing/title.ts'
import { chatLink, useSite } from '../../../state/site.ts'

/** Terms of the settings as plain text, else the built-in ones; privacy policy below (Q88, Q96). */
export function Page() {
  const { t } = useTranslation(['store', 'common'])
  const siteSettings = useSite()
  // A shop may have no mail address of its own.
  const contactText = siteSettings.contactEmail || (chatLink(siteSettings) ?? siteSettings.siteName)
  useTitle(t('terms.title'), t('common:head.terms'))

  return (
    <article className="page grid max-w-3xl gap-6 py-10">
      <h1 className="text-xl font-bold tracking-tight">{t('terms.title')}</h1>

      <p className="whitespace-pre-line text-muted">
        {siteSettings.termsOfService ||
          t('terms.builtIn', {
            site: siteSettings.siteName,
            email: contactText,
            where: t(siteSettings.store.keysByMail ? 'terms.whereMail' : 'terms.where'),
          })}
      </p>

      <h2 className="text-lg font-semibold">{t('terms.privacyTitle')}</h2>
      <p className="whitespace-pre-line text-muted">
        {siteSettings.privacyPolicy ||
          t('terms.privacyBuiltIn', { site: siteSettings.siteName, email: contactText })}
      </p>

      {siteSettings.contactEmail && (
        <p className="[overflow-wrap:anywhere]">
          {t('terms.contact')}{' '}
          <a href={`mailto:${siteSettings.contactEmail}`} className="font-medium underline">
            {siteSettings.contactEmail}
          </a>
        </p>
      )}
    </article>
  )
}
