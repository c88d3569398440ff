/** The name of a product in this variant: 'Editor · 30 dias', or the product's name alone. */
export const soldAs = (product: string, variant: string): string =>
  variant ? `${product} · ${variant}` : product
