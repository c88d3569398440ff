import { languages, type Language } from '@chaveiro/contracts/limits'
import { ChevronsUpDown, Keyboard, LogOut, Store, UserCog } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { logout } from '../../../state/logout.ts'
import { useSession } from '../../../state/session.ts'
import { useTheme } from '../../../state/theme.ts'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'

/** Language names in their own language, as in the shop's footer. */
export const languageNames: Record<Language, string> = { 'pt-BR': 'Português', 'en-US': 'English' }

const themeChoices = ['system', 'dark', 'light'] as const

function useMenuItems(onKeys: () => void): readonly MenuItem[] {
  const { t, i18n } = useTranslation(['admin', 'common'])
  const navigate = useNavigate()
  const [theme, setTheme] = useTheme()

  return [
    {
      label: t('shell.account'),
      icon: <UserCog aria-hidden />,
      run: () => void navigate(paths.settings),
    },
    {
      label: t('shell.toShop'),
      icon: <Store aria-hidden />,
      run: () => void navigate(paths.home),
    },
    {
      label: t('shell.keys'),
      icon: <Keyboard aria-hidden />,
      className: 'max-lg:hidden',
      run: onKeys,
    },
    ...themeChoices.map((name) => ({
      group: t('common:footer.theme'),
      label: t(`common:theme.${name}`),
      checked: name === theme,
      run: () => setTheme(name),
    })),
    ...languages.map((language) => ({
      group: t('common:footer.language'),
      label: languageNames[language],
      checked: language === i18n.language,
      run: () => void i18n.changeLanguage(language),
    })),
    { label: t('common:nav.logout'), icon: <LogOut aria-hidden />, run: () => void logout() },
  ]
}

/** The user menu: account, theme and language (P405). */
export function AccountMenu({ onKeys }: { onKeys(): void }) {
  const { t } = useTranslation('admin')
  const { user } = useSession()
  const menuItems = useMenuItems(onKeys)
  if (!user) return null

  const roleName = t(`role.${user.role}`)

  return (
    <Menu
      label={t('shell.accountOf')}
      saysItself
      items={menuItems}
      className="flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-md px-1.5 py-1 text-left text-sm hover:bg-raised aria-expanded:bg-raised"
    >
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full bg-high font-medium uppercase"
      >
        {[...user.name.trim()][0]}
      </span>

      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{user.name}</span>
        <span className="block truncate text-xs text-muted">{roleName}</span>
      </span>
      <span className="sr-only">{t('shell.accountOf')}</span>
      <ChevronsUpDown size={16} aria-hidden className="shrink-0 text-muted" />
    </Menu>
  )
}
