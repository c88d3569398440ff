import { languages, type Language } from '@chaveiro/contracts/limits'
import { useTranslation } from 'react-i18next'
import { useTheme, type Theme } from '../../../state/theme.ts'
import { join } from '../../../ui/join.ts'
import { Select } from '../../../ui/select.tsx'
import { denseClass } from '../components/filters.tsx'

/** A language by its own name, as the shop's footer calls it. */
export const languageNames: Record<Language, string> = { 'pt-BR': 'Português', 'en-US': 'English' }

/** Language and theme, as in the shop's footer. */
export function Preferences() {
  const { t, i18n } = useTranslation('common')
  const [theme, setTheme] = useTheme()
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-1">
      <Select
        aria-label={t('footer.language')}
        value={i18n.language}
        onChange={(event) => void i18n.changeLanguage(event.target.value)}
        className={join(
          denseClass,
          'min-w-0 pr-5! pl-1.5! text-[0.75rem]! low:min-h-8! [--end:0.375rem]!',
        )}
      >
        {languages.map((language) => (
          <option key={language} value={language}>
            {languageNames[language]}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('footer.theme')}
        value={theme}
        onChange={(event) => setTheme(event.target.value as Theme)}
        className={join(
          denseClass,
          'min-w-0 pr-5! pl-1.5! text-[0.75rem]! low:min-h-8! [--end:0.375rem]!',
        )}
      >
        <option value="system">{t('theme.system')}</option>
        <option value="dark">{t('theme.dark')}</option>
        <option value="light">{t('theme.light')}</option>
      </Select>
    </div>
  )
}
