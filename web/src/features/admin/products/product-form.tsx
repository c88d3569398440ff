import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { confirm } from '../components/confirm.tsx'
import { FormModal } from '../components/form-modal.tsx'
import type { Category, Product } from '../shared/rows.ts'
import { GeneralFields } from './general-fields.tsx'
import { PartsNav, type ProductPart } from './parts.tsx'
import { formOf, hasSeveral, type ProductFields } from './product-fields.ts'
import { useSaveProduct } from './use-save-product.ts'

/**
 * Add a product, or edit one from its row, from where tabs lead to its other parts; a save that
 * meets somebody else's change says so and keeps what was typed.
 */
export function ProductForm({
  product,
  categories,
  onOpen,
  onClose,
}: {
  product?: Product
  categories: readonly Category[]
  onOpen?(part: ProductPart): void
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const form = useForm<ProductFields>({ defaultValues: formOf(product, categories) })
  const { isDirty } = form.formState
  const save = useSaveProduct(product)
  async function leave(part: ProductPart): Promise<void> {
    const question = {
      title: t('kit.leaveTitle'),
      text: t('kit.leaveText'),
      act: t('kit.leave'),
    }
    if (isDirty && !(await confirm(question))) return
    onClose()
    onOpen?.(part)
  }
  return (
    <FormModal
      wide
      form={form}
      title={
        product ? t('adminProducts.editTitle', { name: product.name }) : t('adminProducts.add')
      }
      failed={product ? t('adminProducts.errorUpdate') : t('adminProducts.errorCreate')}
      onSave={async (fields) => void (await save(fields))}
      onClose={onClose}
    >
      {product ? <PartsNav part="general" onOpen={(part) => void leave(part)} /> : null}
      <GeneralFields form={form} categories={categories} several={hasSeveral(product)} />
    </FormModal>
  )
}
