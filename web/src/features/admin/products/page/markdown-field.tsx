import type { RichText as Tree } from '@chaveiro/contracts/rich-text'
import { Eye, Pencil } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import { Button } from '../../../../ui/button.tsx'
import { RichText } from '../../../../ui/rich-text.tsx'
import { TextAreaField } from '../../components/fields.tsx'
import { failureText } from '../../components/use-change.ts'

/** Asks the shop what a text becomes; what is drawn is what a visitor will see. */
function usePreview(text: string) {
  const { t } = useTranslation('admin')
  const [tree, setTree] = useState<Tree | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)

  async function look(): Promise<void> {
    setBusy(true)
    setRefused(null)

    try {
      setTree((await call(adminApi.productPages.preview, { body: { text } })).tree)
    } catch (failure) {
      console.error('preview', failure)
      setRefused(failureText(t('adminPages.errorPreview'), failure))
    } finally {
      setBusy(false)
    }
  }

  return { tree, busy, refused, look, close: () => setTree(null) }
}

/** A text in Markdown: typed, or as it will be read. */
export function MarkdownField({
  label,
  text,
  error,
  ...field
}: ComponentProps<typeof TextAreaField> & { label: string; text: string }) {
  const { t } = useTranslation('admin')
  const { tree, busy, refused, look, close } = usePreview(text)

  return (
    <div className="grid gap-1.5">
      {tree ? (
        <section aria-label={t('adminPages.previewOf', { field: label })} className="grid gap-1.5">
          <h2 className="text-sm font-medium">{label}</h2>
          <div className="rounded-md border border-line bg-ground p-4">
            {tree.length ? <RichText tree={tree} /> : t('adminPages.previewEmpty')}
          </div>
        </section>
      ) : (
        <TextAreaField label={label} mono error={refused ?? error} {...field} />
      )}

      <div>
        <Button
          size="sm"
          busy={busy}
          icon={tree ? <Pencil size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
          aria-label={t(tree ? 'adminPages.typeOf' : 'adminPages.lookAt', { field: label })}
          onClick={tree ? close : () => void look()}
        >
          {t(tree ? 'kit.edit' : 'adminPages.look')}
        </Button>
      </div>
    </div>
  )
}
