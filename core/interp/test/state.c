// The state of the room begins without a device.
#include "interp/interp.h"

#include <criterion/criterion.h>

Test(state, there_is_no_device_at_first) {
  cr_expect(!interp_now->sim.open);
  cr_expect_null(interp_now->sim.vector.at);
  cr_expect_eq(interp_now->sim.gates, 0);
}
