import { lazy, Suspense, useState } from 'react'
import { Button, type ButtonProps } from '#ui/public/parts/button.tsx'
import type { PurchaseItem } from '../items.ts'

const PurchaseDialog = lazy(() => import('./purchase-dialog.tsx').then((file) => ({ default: file.PurchaseDialog })))

type BuyButtonProps = Omit<ButtonProps, 'onClick' | 'children'> & {
  item: PurchaseItem
  quantity?: number
  word?: string
}

/** Opens the purchase dialog of an item; the dialog's file is loaded then. */
export function BuyButton({ item, quantity, word = 'Buy', ...look }: BuyButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" aria-label={`${word}: ${item.title}`} onClick={() => setOpen(true)} {...look}>
        {word}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PurchaseDialog item={item} quantity={quantity} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
