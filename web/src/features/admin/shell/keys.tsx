import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { adminSections, paths } from '../../../routing/paths.ts'
import { Modal } from '../components/modal.tsx'
import { tableKeys } from '../components/row-keys.ts'
import { paletteKey } from '../components/shortcuts.ts'
import { sectionKeys } from './sections.ts'

/**
 * Keys of the shell: 'g' and a letter for a section, '/' for search, '?' for the list of keys, and
 * the keys of tables.
 */
export function useShellKeys(showKeys: () => void): Readonly<Record<string, () => void>> {
  const navigate = useNavigate()
  return useMemo(
    () => ({
      ...tableKeys,
      ...Object.fromEntries(
        adminSections.map((section) => [
          `g ${sectionKeys[section]}`,
          () => void navigate(paths.adminSection(section)),
        ]),
      ),
      '/': () => document.querySelector<HTMLInputElement>('main input[data-search]')?.focus(),
      '?': showKeys,
    }),
    [navigate, showKeys],
  )
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded-sm border border-line bg-raised px-1.5 font-mono text-xs">
      {children}
    </kbd>
  )
}

/** The list of all keys. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('admin')

  const keyRows = [
    [paletteKey, t('palette.title')],
    ['/', t('shell.keySearch')],
    ['?', t('shell.keys')],
    ['j', t('shell.keyNextRow')],
    ['k', t('shell.keyFormerRow')],
    ['x', t('shell.keyMark')],
    ['Enter', t('shell.keyOpen')],
    ...adminSections.map((section) => [`g ${sectionKeys[section]}`, t(`shell.section.${section}`)]),
  ] as const

  return (
    <Modal open={open} onClose={onClose} title={t('shell.keys')}>
      <ul className="grid gap-1 text-sm sm:grid-cols-2 sm:gap-x-6">
        {keyRows.map(([keys, text]) => (
          <li key={keys} className="flex min-h-8 items-center justify-between gap-3">
            <span>{text}</span>

            <span className="flex gap-1">
              {keys!.split(' ').map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
