import { languages } from '@chaveiro/contracts/limits'
import { Languages, LogOut, Moon, Store, Sun } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { adminSections, paths } from '../../../routing/paths.ts'
import { logout } from '../../../state/logout.ts'
import { useTheme } from '../../../state/theme.ts'
import type { Command } from '../components/palette.tsx'
import { languageNames } from './account-menu.tsx'
import { sectionIcons, sectionKeys } from './sections.ts'

/** Commands of the palette before anything is typed: all sections, then common actions. */
export function useCommands(): readonly Command[] {
  const { t, i18n } = useTranslation(['admin', 'common'])
  const navigate = useNavigate()
  const [, setTheme] = useTheme()

  return useMemo(() => {
    const sectionsGroup = t('palette.sections')
    const actionsGroup = t('palette.actions')
    const otherLanguage = languages.find((language) => language !== i18n.language) ?? languages[0]

    return [
      ...adminSections.map((section): Command => {
        const SectionIcon = sectionIcons[section]
        return {
          id: section,
          group: sectionsGroup,
          label: t(`shell.section.${section}`),
          keys: `g ${sectionKeys[section]}`,
          icon: <SectionIcon aria-hidden />,
          run: () => void navigate(paths.adminSection(section)),
        }
      }),
      {
        id: 'shop',
        group: actionsGroup,
        label: t('shell.toShop'),
        icon: <Store aria-hidden />,
        run: () => void navigate(paths.home),
      },
      {
        id: 'light',
        group: actionsGroup,
        label: t('palette.light'),
        icon: <Sun aria-hidden />,
        run: () => setTheme('light'),
      },
      {
        id: 'dark',
        group: actionsGroup,
        label: t('palette.dark'),
        icon: <Moon aria-hidden />,
        run: () => setTheme('dark'),
      },
      {
        id: 'language',
        group: actionsGroup,
        label: t('palette.language', { language: languageNames[otherLanguage] }),
        icon: <Languages aria-hidden />,
        run: () => void i18n.changeLanguage(otherLanguage),
      },
      {
        id: 'logout',
        group: actionsGroup,
        label: t('common:nav.logout'),
        icon: <LogOut aria-hidden />,
        run: () => void logout(),
      },
    ]
  }, [t, i18n, navigate, setTheme])
}
