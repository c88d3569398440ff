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

/**
 * What the palette offers before anything is typed: every section, then what staff do from
 * anywhere.
 */
export function useCommands(): readonly Command[] {
  const { t, i18n } = useTranslation(['admin', 'common'])
  const navigate = useNavigate()
  const [, setTheme] = useTheme()

  return useMemo(() => {
    const go = t('palette.sections')
    const act = t('palette.actions')
    const other = languages.find((language) => language !== i18n.language) ?? languages[0]

    return [
      ...adminSections.map((section): Command => {
        const Icon = sectionIcons[section]
        return {
          id: section,
          group: go,
          label: t(`shell.section.${section}`),
          keys: `g ${sectionKeys[section]}`,
          icon: <Icon aria-hidden />,
          run: () => void navigate(paths.adminSection(section)),
        }
      }),
      {
        id: 'shop',
        group: act,
        label: t('shell.toShop'),
        icon: <Store aria-hidden />,
        run: () => void navigate(paths.home),
      },
      {
        id: 'light',
        group: act,
        label: t('palette.light'),
        icon: <Sun aria-hidden />,
        run: () => setTheme('light'),
      },
      {
        id: 'dark',
        group: act,
        label: t('palette.dark'),
        icon: <Moon aria-hidden />,
        run: () => setTheme('dark'),
      },
      {
        id: 'language',
        group: act,
        label: t('palette.language', { language: languageNames[other] }),
        icon: <Languages aria-hidden />,
        run: () => void i18n.changeLanguage(other),
      },
      {
        id: 'logout',
        group: act,
        label: t('common:nav.logout'),
        icon: <LogOut aria-hidden />,
        run: () => void logout(),
      },
    ]
  }, [t, i18n, navigate, setTheme])
}
