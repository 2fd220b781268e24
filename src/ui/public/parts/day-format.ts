import { createContext, useContext } from 'react'

/** How days are written where they stand: in digits in tables, elsewhere with the month in letters (UIX-018). */
export const DayFormat = createContext<'numeric' | 'short'>('short')

export const useDayFormat = () => useContext(DayFormat)
