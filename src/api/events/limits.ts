/** Days that looking for one event may find damaged, each costing another try. */
export const maxDamagedDays = 100;
