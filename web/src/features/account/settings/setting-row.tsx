import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { Button } from '../../../ui/button.tsx'
import { Skeletons } from '../../../ui/states.tsx'

/** A setting as a row: its name, its value, an act at the right, and a form below once it is open. */
export function SettingRow({
  title,
  value,
  act,
  children,
}: {
  title: ReactNode
  value?: ReactNode
  act?: ReactNode
  children?: ReactNode
}) {
  return (
    <section data-row className="grid gap-4 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 flex-[1_1_14rem] gap-0.5">
          {typeof title === 'string' ? <RowTitle>{title}</RowTitle> : title}
          {value && <div className="text-sm wrap-anywhere text-muted">{value}</div>}
        </div>
        {act}
      </div>

      {children}
    </section>
  )
}

function RowTitle({ children }: { children: string }) {
  return <h2 className="font-semibold">{children}</h2>
}

/** Rows of a settings tab, with a line between them. */
export function SettingRows({ children }: { children: ReactNode }) {
  return <div className="divide-y divide-line border-b border-line">{children}</div>
}

/**
 * Rows whose heights depend on answers: they appear together once all are here, so that no row
 * moves another. Meanwhile placeholders of `count` rows take their place.
 */
export function RowsTogether({
  waiting,
  count,
  children,
}: {
  waiting: boolean
  count: number
  children: ReactNode
}) {
  const { t } = useTranslation('common')
  return (
    <>
      {waiting && (
        <Skeletons count={count} label={t('state.loading')} className="grid gap-px" each="h-18" />
      )}
      <div hidden={waiting} className="divide-y divide-line">
        {children}
      </div>
    </>
  )
}

/** Opens and closes the form of a row. */
export function ChangeButton({
  name,
  open,
  onClick,
}: {
  /** The name of the setting, for screen readers. */
  name: string
  open: boolean
  onClick(): void
}) {
  const { t } = useTranslation('account')
  const label = t('settings.edit')

  return (
    <Button aria-expanded={open} aria-label={`${label}: ${name}`} onClick={onClick}>
      {label}
    </Button>
  )
}
