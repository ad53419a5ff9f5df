-- ARGV: now, hold id, spent.
expire_holds()
local hold = read_hold(ARGV[2])
if hold then
  hold.spent = tonumber(ARGV[3])
  end_hold(hold)
end
keep_while_held()
