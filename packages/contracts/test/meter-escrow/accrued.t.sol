// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterEscrow} from "../../src/MeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

contract AccruedTest is EscrowTest {
    function test_accrued_countsWallClockTime_uptoTheMaximum() public {
        MeterTerms memory terms = openDefault();
        assertAccrued(terms, 0, 0, 0);
        vm.warp(NOW + 1000);
        assertAccrued(terms, 1000, 277_000, 2_770);
        settleAsOperator(terms, 400);
        assertAccrued(terms, 1000, 277_000, 2_770);
        vm.warp(NOW + 9000);
        assertAccrued(terms, 3600, DEPOSIT, 9_972);
    }

    function test_accrued_standsStill_afterAStop() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 10);
        stopAsPayer(terms);
        vm.warp(NOW + 1000);
        assertAccrued(terms, 10, 2_770, 27);
    }

    function test_accrued_isWhatWasBilled_onceEnded() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        closeAsOperator(terms, 400);
        vm.warp(NOW + 2000);
        assertAccrued(terms, 400, 110_800, 1_108);
    }

    function test_accrued_isZero_whenNeverOpened() public view {
        assertAccrued(defaultTerms(), 0, 0, 0);
    }

    function assertAccrued(MeterTerms memory terms, uint256 second, uint256 gross, uint256 fee) private view {
        (uint32 actualSecond, uint256 actualGross, uint256 actualFee) = escrow.accrued(terms);
        vm.assertEq(actualSecond, second, "second");
        vm.assertEq(actualGross, gross, "gross");
        vm.assertEq(actualFee, fee, "fee");
    }
}
