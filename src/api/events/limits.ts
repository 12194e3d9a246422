/** Days that looking for one event may find damaged, each costing another try. */
export const damagedDaysMax = 100;
