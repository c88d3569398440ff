/** What is said of a product that is sold in this variant: 'Editor · 30 dias', or its name alone. */
export const soldAs = (product: string, variant: string): string =>
  variant ? `${product} · ${variant}` : product
